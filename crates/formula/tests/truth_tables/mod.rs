//! All assignments to six inputs at once.

pub const INPUTS: usize = 6;

/// Bit `i` of `COLUMNS[v]` is bit `v` of `i`.
pub const COLUMNS: [u64; INPUTS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];
