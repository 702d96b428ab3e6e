//! Tests and a benchmark only: `cargo test`, `cargo bench`.
