//! `src/ffi.rs` against the headers: the compiler of C sees both.
//!
//! Each declaration of Rust is written as C again, behind the headers: a function as a second prototype, which must be
//! compatible with the first, a constant and a layout as an assertion.

use std::collections::BTreeSet;
use std::fs;
use std::mem::offset_of;
use std::path::{Path, PathBuf};
use std::process::Command;

use neosig::ffi;

const FFI: &str = include_str!("../src/ffi.rs");

/// The text of the headers, and the flag and the lines with which C includes them.
fn headers() -> (String, String, &'static str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packed = folder.join("c/neosig.h");
    if packed.exists() {
        let flag = format!("-I{}", folder.join("c").display());
        return (fs::read_to_string(packed).unwrap(), flag, "#include \"neosig.h\"\n");
    }
    let include = folder.join("../../include");
    let text = ["neosig/neosig.h", "neosig/key.h"].map(|name| fs::read_to_string(include.join(name)).unwrap());
    let flag = format!("-I{}", include.display());
    (text.concat(), flag, "#include \"neosig/neosig.h\"\n#include \"neosig/key.h\"\n")
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The words of a text that begin so.
fn words<'a>(text: &'a str, beginning: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(|c| !is_word(c)).filter(move |word| word.starts_with(beginning))
}

/// A type of Rust in C.
fn c_type(rust: &str) -> String {
    let rust = rust.trim();
    if let Some(inner) = rust.strip_prefix("*const ") {
        return format!("{} const *", c_type(inner));
    }
    if let Some(inner) = rust.strip_prefix("*mut ") {
        return format!("{} *", c_type(inner));
    }
    match rust {
        "usize" => "size_t",
        "u8" => "uint8_t",
        "u32" => "uint32_t",
        "c_int" => "int",
        "c_uint" => "unsigned",
        "c_char" => "char",
        "c_void" => "void",
        name => name,
    }
    .to_string()
}

/// The functions of ffi.rs as prototypes of C.
fn prototypes(text: &str) -> Vec<(String, String)> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.split("pub fn ")
        .skip(1)
        .map(|function| {
            let function = &function[..function.find(';').unwrap()];
            let (name, rest) = function.split_once('(').unwrap();
            let (parameters, result) = rest.rsplit_once(')').unwrap();
            let parameters: Vec<_> = parameters
                .split(',')
                .filter_map(|parameter| parameter.split_once(':'))
                .map(|(_, rust)| c_type(rust))
                .collect();
            let result = result.trim().strip_prefix("->").map_or("void".to_string(), c_type);
            let parameters = if parameters.is_empty() { "void".to_string() } else { parameters.join(", ") };
            (name.to_string(), format!("{result} {name}({parameters});\n"))
        })
        .collect()
}

/// The constants of ffi.rs.
fn constants(text: &str) -> Vec<(String, u64)> {
    text.lines()
        .filter_map(|line| line.strip_prefix("pub const "))
        .map(|line| {
            let (name, value) = (line.split(':').next().unwrap(), line.rsplit(' ').next().unwrap());
            (name.to_string(), value.trim_end_matches(';').parse().unwrap())
        })
        .collect()
}

macro_rules! layout {
    ($assertions:ident, $type:ident: $($member:ident)*) => {
        $assertions.push_str(&format!(
            "_Static_assert(sizeof({0}) == {1}, \"{0}\");\n",
            stringify!($type),
            size_of::<ffi::$type>()
        ));
        $($assertions.push_str(&format!(
            "_Static_assert(offsetof({0}, {1}) == {2}, \"{0}.{1}\");\n",
            stringify!($type),
            stringify!($member),
            offset_of!(ffi::$type, $member)
        ));)*
        let body = FFI.split(concat!("pub struct ", stringify!($type), " {")).nth(1).unwrap();
        let members = body[..body.find('}').unwrap()].matches("pub ").count();
        assert_eq!(members, [$(stringify!($member)),*].len(), "members of {}", stringify!($type));
    };
}

fn layouts() -> String {
    let mut text = String::new();
    layout!(text, neosig_specification: version date source compared newer);
    layout!(text, neosig_attack: bits date paper);
    layout!(text, neosig_alg: name scheme level status status_since status_citation oid public_key_bytes
        secret_key_bytes signature_bytes seed_bytes features specification attack);
    layout!(text, neosig_options: size flags prehash context context_bytes random random_state workspace
        workspace_bytes run run_state);
    layout!(text, neosig_item: sig sig_bytes msg msg_bytes pk pk_bytes prepared error);
    layout!(text, neosig_stream: opaque);
    layout!(text, neosig_key: alg public_key secret_key seed kind form wrong);
    layout!(text, neosig_key_format: flags passphrase passphrase_bytes kdf cost random random_state);
    let is_enum = |line: &'static str| line.strip_prefix("pub type ")?.strip_suffix(" = c_uint;");
    let enums: Vec<_> = FFI.lines().filter_map(is_enum).collect();
    assert!(enums.len() > 5, "{enums:?}");
    for name in enums {
        text.push_str(&format!("_Static_assert(sizeof({name}) == 4 && ({name})-1 > 0, \"{name}\");\n"));
    }
    text
}

/// Whether the compiler of C takes this text of Rust for what the headers declare, and what it says.
fn compiles(rust: &str, layouts: &str) -> (bool, String) {
    let (_, flag, include) = headers();
    let mut text = include.to_string() + "#include <stddef.h>\n" + layouts;
    for (_, prototype) in prototypes(rust) {
        text.push_str(&prototype);
    }
    for (name, value) in constants(rust) {
        text.push_str(&format!("_Static_assert({name} == {value}, \"{name}\");\n"));
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let thread = format!("{:?}", std::thread::current().id());
    let file = folder.join(format!("ffi{}.c", thread.replace(|c| !is_word(c), "")));
    fs::write(&file, text).unwrap();
    let compiler = std::env::var("CC").unwrap_or("cc".to_string());
    let mut words = compiler.split_whitespace();
    let done = Command::new(words.next().unwrap())
        .args(words)
        .args(["-std=c11", "-fsyntax-only", &flag])
        .arg(&file)
        .output()
        .expect("a compiler of C");
    (done.status.success(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[test]
fn declarations_are_those_of_the_headers() {
    let (answer, said) = compiles(FFI, &layouts());
    assert!(answer, "{said}");
}

#[test]
fn nothing_of_the_headers_is_missing() {
    let (text, ..) = headers();
    // The part of the amalgamation that key.h and neosig.h are.
    let text: String = ["neosig/neosig.h", "neosig/key.h"]
        .iter()
        .map(|name| match text.split_once(&format!("/* ---- {name} */")) {
            Some((_, rest)) => rest.split("/* ---- neosig/").next().unwrap(),
            None => text.as_str(),
        })
        .collect();
    let declared: BTreeSet<_> = text
        .split("NEOSIG_API ")
        .skip(1)
        .filter(|declaration| declaration.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|declaration| words(declaration.split('(').next()?, "neosig_").last())
        .collect();
    let functions = prototypes(FFI);
    let mine: BTreeSet<_> = functions.iter().map(|(name, _)| name.as_str()).collect();
    assert!(declared.len() > 40 && mine == declared, "{:?}", mine.symmetric_difference(&declared));

    let code: String = text.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, code)| code)).collect();
    let names = constants(FFI);
    let mine: BTreeSet<_> = names.iter().map(|(name, _)| name.as_str()).collect();
    let others = ["NEOSIG_API", "NEOSIG_H", "NEOSIG_KEY_H", "NEOSIG_VERSION", "NEOSIG_BUILD_SHARED"];
    // New sets change the largest sizes. Rust has the sizes of each set.
    let is_constant = |name: &&str| !others.contains(name) && !name.starts_with("NEOSIG_MAX_");
    let all: BTreeSet<_> = words(&code, "NEOSIG_").filter(is_constant).collect();
    assert!(all.len() > 70 && mine == all, "{:?}", mine.symmetric_difference(&all));
}

/// Faults that the comparison must notice.
#[test]
fn planted_faults_are_found() {
    for (right, wrong) in [
        ("pub const NEOSIG_ERR_KEY: neosig_error = 4;", "pub const NEOSIG_ERR_KEY: neosig_error = 5;"),
        ("fn neosig_cpu() -> u32;", "fn neosig_cpu() -> usize;"),
        ("fn neosig_wipe(memory: *mut c_void", "fn neosig_wipe(memory: *const c_void"),
        ("fn neosig_alg_at(i: usize)", "fn neosig_alg_at(i: c_uint)"),
        ("sig_bytes: *mut usize", "sig_bytes: *mut u32"),
    ] {
        let planted = FFI.replace(right, wrong);
        assert_ne!(planted, FFI, "there is no {right}");
        assert!(!compiles(&planted, "").0, "{wrong} was not noticed");
    }
    let shifted = layouts().replace("offsetof(neosig_options, context) ==", "offsetof(neosig_options, context) - 8 ==");
    assert!(!compiles("", &shifted).0, "another offset was not noticed");
}
