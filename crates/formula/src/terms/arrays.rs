//! Arrays: `select`, `store`, and arrays that are the same everywhere.
//!
//! A read of an array that was just written is decided here where the indices are the same term or surely different. What remains
//! is expanded into choices or decided lazily when it is blasted (`arrays.rs` of the crate), which is not a term's business.

use super::{ArraySort, Node, Sort, Term, TermVariable, Terms, op};

/// How many writes to surely different indices a read looks past.
const LOOK_PAST: u32 = 64;

impl Terms {
    pub fn array_variable(&mut self, name: &str, sort: ArraySort) -> Term {
        let number = self.variables.len() as u32;
        let sort = self.array_sort_number(sort);
        let term = self.intern(op::ARRAY_VARIABLE, sort, [number, 0, 0]);
        self.record_variable(name, term);
        term
    }

    /// The array that has `element` everywhere.
    pub fn array_of(&mut self, element: Term, index_width: u32) -> Term {
        let sort = self.array_sort_number(ArraySort {
            index_width,
            element_width: self.width(element),
        });
        self.intern(op::ARRAY_OF, sort, [element.0, 0, 0])
    }

    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let sort = self.array_sort(array);
        assert_eq!(self.width(index), sort.index_width, "an index of the array");
        let mut array = array;
        for _ in 0..LOOK_PAST {
            match self.node(array) {
                Node::ArrayOf(element) => return element,
                Node::Store(_, at, element) if at == index => return element,
                Node::Store(below, at, _) => {
                    let same = self.equal(at, index);
                    if !self.is_false(same) {
                        break;
                    }
                    array = below;
                }
                // A choice in which one of the elements is known.
                Node::ArrayIte(condition, then, otherwise)
                    if self.has_known_element(then, index)
                        || self.has_known_element(otherwise, index) =>
                {
                    if let Some(chosen) = self.deeper(|terms| {
                        let then = terms.select(then, index);
                        let otherwise = terms.select(otherwise, index);
                        terms.ite(condition, then, otherwise)
                    }) {
                        return chosen;
                    }
                    break;
                }
                _ => break,
            }
        }
        self.make2(op::SELECT, sort.element_width, array, index)
    }

    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        let sort = self.array_sort(array);
        assert_eq!(self.width(index), sort.index_width, "an index of the array");
        assert_eq!(
            self.width(element),
            sort.element_width,
            "an element of the array"
        );
        match self.node(array) {
            // The write below is overwritten.
            Node::Store(below, at, _) if at == index => return self.store(below, index, element),
            Node::ArrayOf(same) if same == element => return array,
            _ => {}
        }
        if self.node(element) == Node::Select(array, index) {
            return array;
        }
        let number = self.array_head(array);
        self.intern(op::STORE, number, [array.0, index.0, element.0])
    }

    pub(super) fn array_ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        if let Some(merged) = self.merged_ite(condition, then, otherwise) {
            return merged;
        }
        // Both the same array but for the last write to one place: choose the element.
        if let (Node::Store(a, i, x), Node::Store(b, j, y)) =
            (self.node(then), self.node(otherwise))
            && (a, i) == (b, j)
        {
            let element = self.ite(condition, x, y);
            return self.store(a, i, element);
        }
        let number = self.array_head(then);
        self.intern(op::ARRAY_ITE, number, [condition.0, then.0, otherwise.0])
    }

    fn has_known_element(&self, array: Term, index: Term) -> bool {
        match self.node(array) {
            Node::ArrayOf(_) => true,
            Node::Store(_, at, _) => at == index,
            _ => false,
        }
    }

    /// Whether the term is an array.
    pub fn is_array(&self, term: Term) -> bool {
        matches!(self.sort(term), Sort::Array(_))
    }

    /// The variable, if the term is one.
    pub fn as_variable(&self, term: Term) -> Option<TermVariable> {
        match self.node(term) {
            Node::Variable(variable) | Node::ArrayVariable(variable) => Some(variable),
            _ => None,
        }
    }
}
