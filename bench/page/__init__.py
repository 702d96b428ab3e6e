"""What bench/report.py makes its page of."""
