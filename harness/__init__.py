"""Experiments: configs, instances, runs, results, tables and plots."""
