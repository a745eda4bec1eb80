//! Inputs: where nondeterministic values come from, and the record of those drawn.
//!
//! Everything an execution depends on besides its schedule goes through an [`InputSource`]: `nondet`
//! instructions, indeterminate memory (if so configured) and spurious failures of weak
//! compare-exchanges. The machine records what it got; giving the same values again replays the run.

use unspool_ir::{FloatKind, RegId};

use crate::float;
use crate::location::MemoryPlace;
use crate::machine::Machine;
use crate::schedule::prng::Prng;
use crate::value::{Repr, mask};

/// A value that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Input {
    pub thread: u32,
    /// Bits of a value; 1 or 0 for "fails spuriously".
    pub bits: u128,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// A value of this scalar representation.
    Value(Repr),
    /// Whether a weak compare-exchange whose values are equal fails.
    SpuriousFailure,
}

/// A pointer that is not null and points to no object, in either data model.
const WILD_POINTER: u128 = 0x10_0000;

pub trait InputSource {
    /// Bits for the `index`-th input of the run; cut to the width by the caller. The same index is asked
    /// for again when an atomic section that drew it could not be entered.
    fn draw(&mut self, index: usize, request: Request) -> u128;

    /// The same, for those who want to know who asks.
    fn draw_for(&mut self, _asker: &Asker<'_>, index: usize, request: Request) -> u128 {
        self.draw(index, request)
    }
}

/// Who asks for an input, and what for.
pub struct Asker<'a> {
    pub machine: &'a Machine<'a>,
    pub thread: u32,
    pub purpose: Purpose,
    /// Only this byte of what is wanted is asked for.
    pub byte: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The result of a `nondet`.
    Nondet,
    /// Of the running function; it is read before it is assigned.
    Register(RegId),
    /// Read before it is written.
    Memory(MemoryPlace),
    SpuriousFailure,
}

/// Random values; small and corner values are likelier than others.
pub struct RandomInputs {
    prng: Prng,
}

impl RandomInputs {
    pub fn new(seed: u64) -> Self {
        RandomInputs {
            prng: Prng::new(seed ^ 0x6a09_e667_f3bc_c908),
        }
    }
}

impl InputSource for RandomInputs {
    fn draw(&mut self, _index: usize, request: Request) -> u128 {
        let repr = match request {
            Request::SpuriousFailure => return u128::from(self.prng.below(4) == 0),
            Request::Value(repr) => repr,
        };
        let bits = repr.bits();
        match repr {
            Repr::Bool => u128::from(self.prng.below(2)),
            // No other value is that of a valid pointer: an input has no object to point to.
            Repr::Pointer { .. } => match self.prng.below(4) {
                0 => WILD_POINTER,
                _ => 0,
            },
            Repr::Float(kind) => match self.prng.below(4) {
                0 => self.prng.next_u128() & mask(bits),
                _ => {
                    let small = self.prng.below(17);
                    let byte = Repr::Int {
                        bits: 8,
                        signed: true,
                    };
                    float::convert(
                        byte,
                        Repr::Float(kind),
                        u128::from(small.wrapping_sub(8) & 0xff),
                    )
                }
            },
            _ => match self.prng.below(8) {
                0..=2 => u128::from(self.prng.below(3)),
                3 => u128::from(self.prng.below(16)),
                4 => [
                    mask(bits),
                    mask(bits.saturating_sub(1)),
                    1 << bits.saturating_sub(1).min(127),
                    mask(bits) - 1,
                ][self.prng.below(4) as usize],
                5 => u128::from(self.prng.below(256)),
                _ => self.prng.next_u128(),
            },
        }
    }
}

/// Given values, in the order in which they are drawn; zero when there are no more.
pub struct GivenInputs {
    pub values: Vec<u128>,
}

impl InputSource for GivenInputs {
    fn draw(&mut self, index: usize, _request: Request) -> u128 {
        self.values.get(index).copied().unwrap_or(0)
    }
}

/// The values that an exhaustive search tries for each input.
///
/// 0 and 1 for `_Bool` and floats; for pointers null and one that points nowhere; for integers the list given, by default 0 and 1, with
/// values cut to the width and duplicates dropped.
#[derive(Clone, Debug)]
pub struct Domains {
    pub integers: Vec<i128>,
}

impl Default for Domains {
    fn default() -> Self {
        Domains {
            integers: vec![0, 1],
        }
    }
}

impl Domains {
    /// The bits to try; never empty.
    pub fn values(&self, request: Request) -> Vec<u128> {
        let repr = match request {
            Request::SpuriousFailure => return vec![0, 1],
            Request::Value(repr) => repr,
        };
        let mut values = match repr {
            Repr::Int { bits, .. } => {
                let cut = |&value: &i128| value as u128 & mask(bits);
                self.integers.iter().map(cut).collect()
            }
            Repr::Bool => vec![0, 1],
            Repr::Float(kind) => vec![0, one(kind)],
            Repr::Pointer { .. } => vec![0, WILD_POINTER],
            _ => vec![0],
        };
        let mut seen = Vec::new();
        values.retain(|value| {
            let new = !seen.contains(value);
            seen.push(*value);
            new
        });
        if values.is_empty() {
            values.push(0);
        }
        values
    }
}

fn one(kind: FloatKind) -> u128 {
    float::convert(Repr::Bool, Repr::Float(kind), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_cut_to_the_width_and_never_empty() {
        let of = |integers: &[i128], bits| {
            let domains = Domains {
                integers: integers.to_vec(),
            };
            let signed = false;
            domains.values(Request::Value(Repr::Int { bits, signed }))
        };
        assert_eq!(of(&[-1, 255, 0], 8), vec![255, 0]);
        assert_eq!(of(&[-1, 255, 0], 16), vec![0xffff, 255, 0]);
        assert_eq!(of(&[], 32), vec![0]);
    }
}
