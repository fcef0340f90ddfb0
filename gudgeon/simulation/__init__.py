"""Running a mechanism: settings, the run loop, compilation, diagnostics."""
