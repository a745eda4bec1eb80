//! Clusters.
