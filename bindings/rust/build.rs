//! Compiles the C library: the amalgamation in c/, or, in neosig's own sources, the one that tools/amalgamate.py
//! writes. NEOSIG_LIB_DIR names a folder with a libneosig to link in its place.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The features that are not schemes.
const OTHERS: [&str; 6] = ["DEFAULT", "STD", "ALLOC", "PKCS8", "ALL_SCHEMES", "VERIFY_ONLY"];

fn features() -> Vec<String> {
    env::vars().filter_map(|(name, _)| name.strip_prefix("CARGO_FEATURE_").map(str::to_string)).collect()
}

fn target(what: &str) -> String {
    env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default()
}

/// The folder of neosig.c.
fn sources(crate_folder: &Path) -> PathBuf {
    let packed = crate_folder.join("c");
    let root = crate_folder.join("../..");
    let program = root.join("tools/amalgamate.py");
    if packed.exists() {
        println!("cargo::rerun-if-changed={}", packed.display());
        return packed;
    }
    for path in ["src", "key", "include", "tools/amalgamate.py"] {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    let made = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("c");
    let status = Command::new("python3").arg(program).arg(&made).status();
    assert!(status.is_ok_and(|s| s.success()), "tools/amalgamate.py failed; it needs python3");
    made
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=NEOSIG_LIB_DIR");
    let features = features();
    let schemes: Vec<String> = features
        .iter()
        .filter(|feature| !OTHERS.contains(&feature.as_str()))
        .map(|scheme| format!("NEOSIG_{}", scheme.replace('_', "")))
        .collect();
    assert!(!schemes.is_empty(), "the crate neosig needs the feature of a scheme");
    if target("OS") == "windows" {
        println!("cargo::rustc-link-lib=bcrypt"); // random bytes
    }
    if let Some(folder) = env::var_os("NEOSIG_LIB_DIR") {
        println!("cargo::rustc-link-search=native={}", Path::new(&folder).display());
        let kind = if Path::new(&folder).join("libneosig.a").exists() { "static" } else { "dylib" };
        println!("cargo::rustc-link-lib={kind}=neosig");
        return;
    }
    assert!(target("ENV") != "msvc", "neosig is C for GCC and Clang: take a target of Rust that ends with gnu");
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let c = sources(&crate_folder);
    println!("cargo::metadata=include={}", c.display());
    let mut build = cc::Build::new();
    build.file(c.join("neosig.c")).std("c11").define("NEOSIG_SCHEMES", schemes.join("+").as_str());
    if target("ARCH") == "aarch64" {
        build.file(c.join("neosig-aarch64.S"));
    }
    if features.iter().any(|feature| feature == "VERIFY_ONLY") {
        build.define("NEOSIG_VERIFY_ONLY", None);
    }
    // C without optimisation is slow and takes three times the stack. A program that asks for small code gets it.
    if !env::var("OPT_LEVEL").is_ok_and(|level| level == "s" || level == "z") {
        build.opt_level(3);
    }
    build.compile("neosig");
}
