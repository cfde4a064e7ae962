namespace Advisor.Benchmarks;

/// <summary>One benchmark of the list in <c>Program.cs</c>.</summary>
/// <param name="Verb">Its name on the command line.</param>
/// <param name="Meaning">What it measures, in one line.</param>
/// <param name="Run">Runs it with the arguments after the verb; returns the exit code.</param>
internal sealed record Benchmark(string Verb, string Meaning, Func<string[], Task<int>> Run);
