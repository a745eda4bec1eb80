//! Strongly connected components, by Tarjan's algorithm (1972) without recursion.

pub struct Components {
    /// By node.
    pub of_node: Vec<u32>,
    pub count: usize,
}

/// Of a graph given by the successors of its nodes.
pub fn of(successors: &[Vec<u32>]) -> Components {
    const NONE: u32 = u32::MAX;
    let size = successors.len();
    let mut components = Components {
        of_node: vec![NONE; size],
        count: 0,
    };
    let mut order = vec![NONE; size];
    let mut lowest = vec![NONE; size];
    let mut next_order = 0;
    // Nodes whose component is open, and the path with the position of the next successor.
    let mut open: Vec<usize> = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..size {
        if order[root] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some(&(node, position)) = path.last() {
            if position == 0 {
                order[node] = next_order;
                lowest[node] = next_order;
                next_order += 1;
                open.push(node);
            }
            if let Some(&successor) = successors[node].get(position) {
                let successor = successor as usize;
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                if order[successor] == NONE {
                    path.push((successor, 0));
                } else if components.of_node[successor] == NONE {
                    lowest[node] = lowest[node].min(order[successor]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                lowest[parent] = lowest[parent].min(lowest[node]);
            }
            if lowest[node] == order[node] {
                while let Some(member) = open.pop() {
                    components.of_node[member] = components.count as u32;
                    if member == node {
                        break;
                    }
                }
                components.count += 1;
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn cycles_are_found_and_chains_are_not() {
        let graph = [
            vec![1],
            vec![2, 3],
            vec![0],
            vec![4],
            vec![5],
            vec![4],
            vec![6],
        ];
        let found = of(&graph);
        assert_eq!(found.count, 4);
        let same = |a: usize, b: usize| found.of_node[a] == found.of_node[b];
        assert!(same(0, 1) && same(1, 2) && same(4, 5));
        assert!(!same(0, 3) && !same(3, 4) && !same(5, 6));
    }
}
