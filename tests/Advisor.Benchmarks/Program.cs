using Advisor.Benchmarks;
using Advisor.Benchmarks.Guard;
using Advisor.Benchmarks.Micro;
using Advisor.Benchmarks.Native;

// Each benchmark is one file: a verb, a sentence, and a run that prints ratios of two things measured in the same run.
Benchmark[] all =
[
    AlertBenchmark.Benchmark,
    AnswersBenchmark.Benchmark,
    ClockBenchmark.Benchmark,
    DashboardBenchmark.Benchmark,
    DashboardServer.Benchmark,
    DecideBenchmark.Benchmark,
    MicroBenchmarks.Benchmark,
    EvaluateBenchmark.Benchmark,
    FuzzBenchmark.Benchmark,
    GroupingBenchmark.Benchmark,
    GuardBenchmark.Benchmark,
    IdleBenchmark.Benchmark,
    LeaveOutBenchmark.Benchmark,
    LiesBenchmark.Benchmark,
    LineBenchmark.Benchmark,
    NativeBenchmark.Benchmark,
    OwnCostBenchmark.Benchmark,
    PatternBenchmark.Benchmark,
    ScaleInAlertBenchmark.Benchmark,
    StartBenchmark.Benchmark,
    StateBenchmark.Benchmark,
    TickBenchmark.Benchmark,
];

var chosen = args.Length == 0 ? null : Array.Find(all, b => string.Equals(b.Verb, args[0], StringComparison.Ordinal));
if (chosen is null)
{
    Console.Out.WriteLine("Usage: dotnet run -c Release --project tests/Advisor.Benchmarks -- VERB [options]");
    foreach (var benchmark in all)
    {
        Console.Out.WriteLine($"  {benchmark.Verb, -20} {benchmark.Meaning}");
    }

    return args.Length == 0 || args[0] is "--help" or "-h" ? 0 : 2;
}

return await chosen.Run(args[1..]);
