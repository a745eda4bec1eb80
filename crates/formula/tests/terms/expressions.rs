//! Random expressions as straight-line programs: built as terms, computed directly, and shrunk when the two disagree.

use unspool_formula::bits::Bits;
use unspool_formula::evaluate::{ArrayValue, Assignment};
use unspool_formula::terms::{ArraySort, OrderVariable, Sort, Term, Terms};

use crate::reference::{OPERATORS, Random, mask, signed};

/// A step computes a value from those of earlier steps, which it names by their numbers.
#[derive(Clone, Debug)]
pub enum Step {
    Variable(u32),
    Constant(u128, u32),
    /// An order variable of the range `low..=high` is at least some bound.
    Order(u32, u32),
    AtLeast(usize, u32),
    Operator(usize, Vec<usize>),
    Extract(usize, u32, u32),
    Concat(usize, usize),
    ZeroExtend(usize, u32),
    SignExtend(usize, u32),
    Ite(usize, usize, usize),
    Array(ArraySort),
    ArrayOf(usize, u32),
    Store(usize, usize, usize),
    Select(usize, usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Bits(u32),
    Array(ArraySort),
    Order(u32, u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Bits(u128),
    /// All elements, by index.
    Array(Vec<u128>),
}

#[derive(Clone, Debug)]
pub struct Expression {
    pub steps: Vec<Step>,
    pub kinds: Vec<Kind>,
}

/// What expressions to make.
#[derive(Clone, Copy)]
pub struct Shape {
    pub widths: &'static [u32],
    pub variables: usize,
    pub steps: usize,
    pub arrays: &'static [ArraySort],
    pub has_orders: bool,
}

/// The terms of all steps, and the variables among them.
pub struct Built {
    /// Order variables are no terms.
    pub terms: Vec<Option<Term>>,
    pub orders: Vec<Option<OrderVariable>>,
}

impl Expression {
    pub fn random(random: &mut Random, shape: Shape) -> Expression {
        let mut expression = Expression {
            steps: Vec::new(),
            kinds: Vec::new(),
        };
        for _ in 0..shape.variables {
            let width = pick(random, shape.widths);
            expression.push(Step::Variable(width));
        }
        for sort in shape.arrays {
            expression.push(Step::Array(*sort));
        }
        if shape.has_orders {
            let low = random.below(3) as u32;
            let high = low + random.below(5) as u32;
            expression.push(Step::Order(low, high));
        }
        while expression.steps.len() < shape.variables + shape.steps {
            if let Some(step) = expression.random_step(random, shape) {
                expression.push(step);
            }
        }
        expression
    }

    pub fn push(&mut self, step: Step) -> usize {
        let kind = self.kind_of(&step);
        self.steps.push(step);
        self.kinds.push(kind);
        self.steps.len() - 1
    }

    /// The steps that are booleans and no constants.
    pub fn booleans(&self) -> Vec<usize> {
        (0..self.steps.len())
            .filter(|number| {
                self.kinds[*number] == Kind::Bits(1)
                    && !matches!(self.steps[*number], Step::Constant(..))
            })
            .collect()
    }

    /// The bits of all variables, if they are counted by assignments to them. Order variables count their range.
    pub fn assignments(&self) -> Vec<Vec<Value>> {
        let mut all: Vec<Vec<Value>> = vec![Vec::new()];
        for step in &self.steps {
            let values: Vec<Value> = match step {
                Step::Variable(width) => (0..1u128 << width).map(Value::Bits).collect(),
                Step::Order(low, high) => {
                    (*low..=*high).map(|n| Value::Bits(u128::from(n))).collect()
                }
                Step::Array(sort) => {
                    let count = 1usize << sort.index_width;
                    let bits = count as u32 * sort.element_width;
                    (0..1u128 << bits)
                        .map(|packed| {
                            let element = |index: usize| {
                                packed >> (index as u32 * sort.element_width)
                                    & mask(sort.element_width)
                            };
                            Value::Array((0..count).map(element).collect())
                        })
                        .collect()
                }
                _ => continue,
            };
            all = all
                .iter()
                .flat_map(|before| {
                    values.iter().map(move |value| {
                        let mut extended = before.clone();
                        extended.push(value.clone());
                        extended
                    })
                })
                .collect();
        }
        all
    }

    pub fn random_assignment(&self, random: &mut Random) -> Vec<Value> {
        let mut values = Vec::new();
        for step in &self.steps {
            match step {
                Step::Variable(width) => values.push(Value::Bits(random.value(*width))),
                Step::Order(low, high) => {
                    let offset = random.below(u64::from(high - low) + 1);
                    values.push(Value::Bits(u128::from(*low) + u128::from(offset)));
                }
                Step::Array(sort) => {
                    let elements = (0..1 << sort.index_width)
                        .map(|_| random.value(sort.element_width))
                        .collect();
                    values.push(Value::Array(elements));
                }
                _ => {}
            }
        }
        values
    }

    /// The values of all steps. `variables` are those of the variables, in their order.
    pub fn compute(&self, variables: &[Value]) -> Vec<Value> {
        let mut given = variables.iter();
        let mut values: Vec<Value> = Vec::with_capacity(self.steps.len());
        for (number, step) in self.steps.iter().enumerate() {
            let bits = |number: &usize| match &values[*number] {
                Value::Bits(bits) => *bits,
                Value::Array(_) => unreachable!(),
            };
            let array = |number: &usize| match &values[*number] {
                Value::Array(elements) => elements.clone(),
                Value::Bits(_) => unreachable!(),
            };
            let value = match step {
                Step::Variable(_) | Step::Order(..) | Step::Array(_) => {
                    given.next().expect("a value for every variable").clone()
                }
                Step::Constant(value, _) => Value::Bits(*value),
                Step::AtLeast(variable, bound) => {
                    Value::Bits(u128::from(bits(variable) >= u128::from(*bound)))
                }
                Step::Operator(operator, operands) => {
                    let width = self.width(operands[0]);
                    let operands: Vec<u128> = operands.iter().map(bits).collect();
                    let result = (OPERATORS[*operator].direct)(&operands, width);
                    Value::Bits(result & mask(self.width(number)))
                }
                Step::Extract(a, low, width) => Value::Bits(bits(a) >> low & mask(*width)),
                Step::Concat(a, b) => Value::Bits(bits(a) << self.width(*b) | bits(b)),
                Step::ZeroExtend(a, _) => Value::Bits(bits(a)),
                Step::SignExtend(a, width) => {
                    Value::Bits(signed(bits(a), self.width(*a)) as u128 & mask(*width))
                }
                Step::Ite(c, a, b) => values[if bits(c) == 1 { *a } else { *b }].clone(),
                Step::ArrayOf(a, width) => Value::Array(vec![bits(a); 1 << width]),
                Step::Store(a, index, element) => {
                    let mut elements = array(a);
                    elements[bits(index) as usize] = bits(element);
                    Value::Array(elements)
                }
                Step::Select(a, index) => Value::Bits(array(a)[bits(index) as usize]),
            };
            values.push(value);
        }
        values
    }

    pub fn build(&self, terms: &mut Terms) -> Built {
        let mut built = Built {
            terms: Vec::new(),
            orders: Vec::new(),
        };
        for (number, step) in self.steps.iter().enumerate() {
            let of = |number: &usize| built.terms[*number].expect("a term");
            let mut order = None;
            let term = match step {
                Step::Variable(width) => Some(terms.variable(&format!("v{number}"), *width)),
                Step::Array(sort) => Some(terms.array_variable(&format!("a{number}"), *sort)),
                Step::Order(low, high) => {
                    order = Some(terms.order_variable(&format!("o{number}"), *low, *high));
                    None
                }
                Step::Constant(value, width) => Some(terms.number(*value, *width)),
                Step::AtLeast(variable, bound) => {
                    Some(terms.at_least(built.orders[*variable].expect("an order"), *bound))
                }
                Step::Operator(operator, operands) => {
                    let operands: Vec<Term> = operands.iter().map(of).collect();
                    Some((OPERATORS[*operator].build)(terms, &operands))
                }
                Step::Extract(a, low, width) => Some(terms.extract(of(a), *low, *width)),
                Step::Concat(a, b) => Some(terms.concat(of(a), of(b))),
                Step::ZeroExtend(a, width) => Some(terms.zero_extend(of(a), *width)),
                Step::SignExtend(a, width) => Some(terms.sign_extend(of(a), *width)),
                Step::Ite(c, a, b) => Some(terms.ite(of(c), of(a), of(b))),
                Step::ArrayOf(a, width) => Some(terms.array_of(of(a), *width)),
                Step::Store(a, index, element) => Some(terms.store(of(a), of(index), of(element))),
                Step::Select(a, index) => Some(terms.select(of(a), of(index))),
            };
            built.terms.push(term);
            built.orders.push(order);
        }
        built
    }

    /// Values of variables as an assignment to the terms.
    pub fn assignment(&self, terms: &Terms, built: &Built, variables: &[Value]) -> Assignment {
        let mut assignment = Assignment::default();
        let mut given = variables.iter();
        for (number, step) in self.steps.iter().enumerate() {
            if !matches!(step, Step::Variable(_) | Step::Order(..) | Step::Array(_)) {
                continue;
            }
            let value = given.next().expect("a value for every variable");
            match (built.orders[number], built.terms[number], value) {
                (Some(order), _, Value::Bits(value)) => {
                    assignment.orders.insert(order, *value as u32);
                }
                (None, Some(term), Value::Bits(value)) => {
                    let variable = terms.as_variable(term).expect("a variable");
                    let value = Bits::new(*value, terms.width(term));
                    assignment.bits.insert(variable, value);
                }
                (_, Some(term), Value::Array(elements)) => {
                    let variable = terms.as_variable(term).expect("a variable");
                    assignment
                        .arrays
                        .insert(variable, array_value(terms.sort(term), elements));
                }
                _ => unreachable!(),
            }
        }
        assignment
    }

    /// The other way round: a model as values of variables.
    pub fn variables(&self, terms: &Terms, built: &Built, model: &Assignment) -> Vec<Value> {
        let mut values = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                Step::Variable(_) => {
                    let variable = terms.as_variable(built.terms[number].unwrap()).unwrap();
                    let value = model.bits.get(&variable);
                    values.push(Value::Bits(value.map_or(0, |bits| bits.to_u128().unwrap())));
                }
                Step::Order(low, _) => {
                    let value = model.orders.get(&built.orders[number].unwrap());
                    values.push(Value::Bits(u128::from(*value.unwrap_or(low))));
                }
                Step::Array(sort) => {
                    let variable = terms.as_variable(built.terms[number].unwrap()).unwrap();
                    let element = |index: u128| {
                        let index = Bits::new(index, sort.index_width);
                        model.element(terms, variable, &index).to_u128().unwrap()
                    };
                    values.push(Value::Array(
                        (0..1 << sort.index_width).map(element).collect(),
                    ));
                }
                _ => {}
            }
        }
        values
    }

    /// Makes steps into constants and removes them as long as `fails` holds, and gives the smallest expression found.
    pub fn shrunk(&self, fails: impl Fn(&Expression) -> bool) -> Expression {
        let mut best = self.clone();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for number in (0..best.steps.len()).rev() {
                for replacement in best.simpler(number) {
                    let mut candidate = best.clone();
                    candidate.steps[number] = replacement;
                    if fails(&candidate) {
                        best = candidate;
                        changed = true;
                        break;
                    }
                }
            }
            // The last step may not be needed.
            while best.steps.len() > 1 {
                let mut candidate = best.clone();
                candidate.steps.pop();
                candidate.kinds.pop();
                if !fails(&candidate) {
                    break;
                }
                best = candidate;
                changed = true;
            }
        }
        best
    }

    fn simpler(&self, number: usize) -> Vec<Step> {
        let Kind::Bits(width) = self.kinds[number] else {
            return Vec::new();
        };
        if matches!(self.steps[number], Step::Constant(..) | Step::Variable(_)) {
            return Vec::new();
        }
        vec![Step::Constant(0, width), Step::Constant(mask(width), width)]
    }

    fn width(&self, number: usize) -> u32 {
        match self.kinds[number] {
            Kind::Bits(width) => width,
            other => panic!("{other:?} has no width"),
        }
    }

    fn kind_of(&self, step: &Step) -> Kind {
        match step {
            Step::Variable(width) | Step::Constant(_, width) => Kind::Bits(*width),
            Step::Order(low, high) => Kind::Order(*low, *high),
            Step::AtLeast(..) => Kind::Bits(1),
            Step::Operator(operator, operands) => match OPERATORS[*operator].is_predicate {
                true => Kind::Bits(1),
                false => self.kinds[operands[0]],
            },
            Step::Extract(_, _, width)
            | Step::ZeroExtend(_, width)
            | Step::SignExtend(_, width) => Kind::Bits(*width),
            Step::Concat(a, b) => Kind::Bits(self.width(*a) + self.width(*b)),
            Step::Ite(_, a, _) | Step::Store(a, ..) => self.kinds[*a],
            Step::Array(sort) => Kind::Array(*sort),
            Step::ArrayOf(a, index_width) => Kind::Array(ArraySort {
                index_width: *index_width,
                element_width: self.width(*a),
            }),
            Step::Select(a, _) => match self.kinds[*a] {
                Kind::Array(sort) => Kind::Bits(sort.element_width),
                other => panic!("{other:?} has no elements"),
            },
        }
    }

    /// Recent steps are preferred, so that expressions get deep.
    fn any(&self, random: &mut Random, wanted: impl Fn(Kind) -> bool) -> Option<usize> {
        let fitting: Vec<usize> = (0..self.steps.len())
            .filter(|number| wanted(self.kinds[*number]))
            .collect();
        let count = fitting.len() as u64;
        let back = random.below(count.max(1)).min(random.below(count.max(1)));
        fitting
            .get((count.checked_sub(back + 1)?) as usize)
            .copied()
    }

    fn any_bits(&self, random: &mut Random) -> Option<usize> {
        self.any(random, |kind| matches!(kind, Kind::Bits(_)))
    }

    fn same(&self, random: &mut Random, number: usize) -> Option<usize> {
        self.any(random, |kind| kind == self.kinds[number])
    }

    /// Sometimes nothing fits.
    fn random_step(&self, random: &mut Random, shape: Shape) -> Option<Step> {
        let widest = *shape.widths.iter().max().unwrap();
        Some(
            match random.below(if shape.arrays.is_empty() { 14 } else { 20 }) {
                0..=5 => {
                    let operator = random.below(OPERATORS.len() as u64) as usize;
                    let first = self.any_bits(random)?;
                    let mut operands = vec![first];
                    while operands.len() < OPERATORS[operator].operands {
                        operands.push(self.same(random, first)?);
                    }
                    if random.below(2) == 0 {
                        operands.reverse();
                    }
                    Step::Operator(operator, operands)
                }
                6 | 7 => {
                    let width = pick(random, shape.widths);
                    Step::Constant(random.value(width), width)
                }
                8 => {
                    let a = self.any_bits(random)?;
                    let width = 1 + random.below(u64::from(self.width(a))) as u32;
                    let low = random.below(u64::from(self.width(a) - width) + 1) as u32;
                    Step::Extract(a, low, width)
                }
                9 => {
                    let (a, b) = (self.any_bits(random)?, self.any_bits(random)?);
                    if self.width(a) + self.width(b) > widest {
                        return None;
                    }
                    Step::Concat(a, b)
                }
                10 => {
                    let a = self.any_bits(random)?;
                    let more =
                        random.below(u64::from(widest - self.width(a).min(widest)) + 1) as u32;
                    let width = self.width(a) + more;
                    if random.below(2) == 0 {
                        Step::ZeroExtend(a, width)
                    } else {
                        Step::SignExtend(a, width)
                    }
                }
                11 | 12 => {
                    let condition = self.any(random, |kind| kind == Kind::Bits(1))?;
                    let a = self.any(random, |kind| !matches!(kind, Kind::Order(..)))?;
                    Step::Ite(condition, a, self.same(random, a)?)
                }
                13 => {
                    let variable = self.any(random, |kind| matches!(kind, Kind::Order(..)))?;
                    let Kind::Order(low, high) = self.kinds[variable] else {
                        return None;
                    };
                    let bound = low + random.below(u64::from(high - low) + 2) as u32;
                    Step::AtLeast(variable, bound)
                }
                14..=16 => {
                    let (array, sort) = self.any_array(random)?;
                    let index = self.any(random, |kind| kind == Kind::Bits(sort.index_width))?;
                    let element =
                        self.any(random, |kind| kind == Kind::Bits(sort.element_width))?;
                    Step::Store(array, index, element)
                }
                17 | 18 => {
                    let (array, sort) = self.any_array(random)?;
                    let index = self.any(random, |kind| kind == Kind::Bits(sort.index_width))?;
                    Step::Select(array, index)
                }
                _ => {
                    let sort = shape.arrays[random.below(shape.arrays.len() as u64) as usize];
                    let element =
                        self.any(random, |kind| kind == Kind::Bits(sort.element_width))?;
                    Step::ArrayOf(element, sort.index_width)
                }
            },
        )
    }

    fn any_array(&self, random: &mut Random) -> Option<(usize, ArraySort)> {
        let array = self.any(random, |kind| matches!(kind, Kind::Array(_)))?;
        match self.kinds[array] {
            Kind::Array(sort) => Some((array, sort)),
            _ => None,
        }
    }
}

fn pick(random: &mut Random, widths: &[u32]) -> u32 {
    widths[random.below(widths.len() as u64) as usize]
}

fn array_value(sort: Sort, elements: &[u128]) -> ArrayValue {
    let Sort::Array(sort) = sort else {
        panic!("not an array");
    };
    let mut value = ArrayValue::constant(Bits::zero(sort.element_width));
    for (index, element) in elements.iter().enumerate() {
        value.elements.insert(
            Bits::new(index as u128, sort.index_width),
            Bits::new(*element, sort.element_width),
        );
    }
    value
}
