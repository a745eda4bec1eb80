//! The bytes of an object, each with what is known of it beyond its value.
//!
//! Two shadows lie beside the bytes, each made only when first needed: the provenance of bytes that
//! are part of a pointer (so that even a byte-wise copy of a pointer yields that pointer), and which
//! bytes are still indeterminate (only under the configuration in which those are inputs).

use crate::value::{Provenance, Scalar};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Content {
    bytes: Vec<u8>,
    provenance: Option<Box<[Provenance]>>,
    indeterminate: Option<Box<[bool]>>,
}

impl Content {
    pub fn zeroed(size: usize) -> Self {
        Content {
            bytes: vec![0; size],
            provenance: None,
            indeterminate: None,
        }
    }

    /// Becomes `size` zero bytes, keeping the allocation.
    pub fn reset(&mut self, size: usize, indeterminate: bool) {
        self.bytes.clear();
        self.bytes.resize(size, 0);
        self.provenance = None;
        self.indeterminate = None;
        if indeterminate {
            self.make_indeterminate();
        }
    }

    /// Drops the bytes, keeping small allocations for the next object.
    pub fn discard(&mut self) {
        self.provenance = None;
        self.indeterminate = None;
        self.bytes.clear();
        self.bytes.shrink_to(256);
    }

    pub fn make_indeterminate(&mut self) {
        self.indeterminate = Some(vec![true; self.bytes.len()].into());
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn provenances(&self) -> Option<&[Provenance]> {
        self.provenance.as_deref()
    }

    pub fn indeterminate(&self) -> Option<&[bool]> {
        self.indeterminate.as_deref()
    }

    /// Offsets in the range whose bytes are indeterminate.
    pub fn indeterminate_in(&self, offset: usize, length: usize) -> Vec<usize> {
        match &self.indeterminate {
            None => Vec::new(),
            Some(flags) => (offset..offset + length).filter(|&i| flags[i]).collect(),
        }
    }

    /// The little-endian number of `length` (at most 16) bytes. The range lies inside.
    pub fn read_scalar(&self, offset: usize, length: usize, pointer_bytes: usize) -> Scalar {
        let source = &self.bytes[offset..offset + length];
        let bits = match *source {
            [a] => u128::from(a),
            [a, b, c, d] => u128::from(u32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => u128::from(u64::from_le_bytes([a, b, c, d, e, f, g, h])),
            _ => {
                let mut word = [0; 16];
                word[..length].copy_from_slice(source);
                u128::from_le_bytes(word)
            }
        };
        let provenance = match &self.provenance {
            None => Provenance::NONE,
            Some(shadow) => whole_provenance(&shadow[offset..offset + length], pointer_bytes),
        };
        Scalar { bits, provenance }
    }

    pub fn write_scalar(
        &mut self,
        offset: usize,
        length: usize,
        value: Scalar,
        pointer_bytes: usize,
    ) {
        self.bytes[offset..offset + length].copy_from_slice(&value.bits.to_le_bytes()[..length]);
        if value.provenance.is_some() && self.provenance.is_none() {
            self.provenance = Some(vec![Provenance::NONE; self.bytes.len()].into());
        }
        if let Some(shadow) = &mut self.provenance {
            let first = value.provenance.position() as usize;
            for (i, byte) in shadow[offset..offset + length].iter_mut().enumerate() {
                *byte = if first + i < pointer_bytes {
                    value.provenance.at_position((first + i) as u32)
                } else {
                    Provenance::NONE
                };
            }
        }
        if let Some(flags) = &mut self.indeterminate {
            flags[offset..offset + length].fill(false);
        }
    }

    pub fn write_bytes(&mut self, offset: usize, bytes: &[u8]) {
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        if let Some(shadow) = &mut self.provenance {
            shadow[offset..offset + bytes.len()].fill(Provenance::NONE);
        }
        if let Some(flags) = &mut self.indeterminate {
            flags[offset..offset + bytes.len()].fill(false);
        }
    }

    pub fn slice(&self, offset: usize, length: usize) -> Content {
        let range = offset..offset + length;
        Content {
            bytes: self.bytes[range.clone()].to_vec(),
            provenance: self.provenance.as_ref().map(|s| s[range.clone()].into()),
            indeterminate: self.indeterminate.as_ref().map(|s| s[range].into()),
        }
    }

    /// Writes all of `source` at `offset`.
    pub fn paste(&mut self, offset: usize, source: &Content) {
        self.write_bytes(offset, &source.bytes);
        let range = offset..offset + source.len();
        if let Some(from) = &source.provenance {
            let size = self.bytes.len();
            let shadow = self
                .provenance
                .get_or_insert_with(|| vec![Provenance::NONE; size].into());
            shadow[range.clone()].copy_from_slice(from);
        }
        if let Some(from) = &source.indeterminate {
            let size = self.bytes.len();
            let flags = self
                .indeterminate
                .get_or_insert_with(|| vec![false; size].into());
            flags[range].copy_from_slice(from);
        }
    }
}

/// Of a value whose bytes have these: some only if the bytes follow each other in one pointer. Bytes
/// past the pointer's end (of an integer wider than it) do not matter.
fn whole_provenance(shadow: &[Provenance], pointer_bytes: usize) -> Provenance {
    let Some(&first) = shadow.first() else {
        return Provenance::NONE;
    };
    if first.is_none() {
        return first;
    }
    let start = first.position() as usize;
    for (i, &byte) in shadow.iter().enumerate().skip(1) {
        if start + i >= pointer_bytes {
            break;
        }
        if byte != first.at_position((start + i) as u32) {
            return Provenance::NONE;
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_copied_byte_by_byte_is_that_pointer() {
        let pointer = Scalar {
            bits: 0x1234_5678_9abc,
            provenance: Provenance::new(7, 3),
        };
        let mut from = Content::zeroed(8);
        let mut to = Content::zeroed(16);
        from.write_scalar(0, 8, pointer, 8);
        for i in 0..8 {
            let byte = from.read_scalar(i, 1, 8);
            to.write_scalar(4 + i, 1, byte, 8);
        }
        assert_eq!(to.read_scalar(4, 8, 8), pointer);
        to.write_scalar(5, 1, Scalar::plain(0), 8);
        assert!(to.read_scalar(4, 8, 8).provenance.is_none());
    }

    #[test]
    fn a_slice_pasted_elsewhere_keeps_its_shadows() {
        let mut from = Content::zeroed(12);
        from.make_indeterminate();
        let pointer = Scalar {
            bits: 99,
            provenance: Provenance::new(1, 1),
        };
        from.write_scalar(4, 4, pointer, 4);
        let mut to = Content::zeroed(20);
        to.paste(8, &from.slice(2, 8));
        assert_eq!(to.read_scalar(10, 4, 4), pointer);
        assert_eq!(to.indeterminate_in(8, 8), vec![8, 9, 14, 15]);
    }
}
