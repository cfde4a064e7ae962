using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

namespace Advisor.Benchmarks.Micro;

/// <summary>The code that runs for each observation, by BenchmarkDotNet: time and bytes of one operation, in this process.</summary>
internal static class MicroBenchmarks
{
    public static Benchmark Benchmark { get; } =
        new(
            "micro",
            "Time and bytes of a decision, a forecast, a backfill, a capacity look-up and an alert step. Option: a filter (*Alert*).",
            args => Task.FromResult(Run(args))
        );

    private static int Run(string[] args)
    {
        var config = ManualConfig
            .CreateEmpty()
            .AddJob(
                Job.Default.WithToolchain(InProcessEmitToolchain.Instance)
                    .WithWarmupCount(10)
                    .WithIterationCount(10)
                    .WithIterationTime(TimeInterval.FromMilliseconds(250))
            )
            .AddColumn(StatisticColumn.Min, StatisticColumn.Median)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddLogger(ConsoleLogger.Default)
            .AddExporter(MarkdownExporter.Console)
            .WithArtifactsPath(Path.Combine(Path.GetTempPath(), "advisor-benchmarks"));
        var filter = args.Length == 0 ? ["--filter", "*"] : (string[])["--filter", .. args];
        var summaries = BenchmarkSwitcher
            .FromTypes([
                typeof(DecisionBenchmarks),
                typeof(ForecastBenchmarks),
                typeof(BackfillBenchmarks),
                typeof(CapacityBenchmarks),
                typeof(AlertBenchmarks),
            ])
            .Run(filter, config)
            .ToList();
        return summaries.Count > 0 && summaries.TrueForAll(summary => !summary.HasCriticalValidationErrors) ? 0 : 1;
    }
}
