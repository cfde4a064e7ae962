using Advisor.Benchmarks.Guard;
using Advisor.Tests;

namespace Advisor.Lab.Tests.Benchmarks;

public class GuardFiguresTests
{
    private static GuardFigures Kept { get; } = Create(reference: 1, calls: 88, processor: 20, peak: 180);

    [Theory]
    [InlineData(1, 88, 26, 234, null)] // 1.3 times the processor time and memory
    [InlineData(1, 115, 20, 180, "evaluate: metric calls 115.00, more than 1.3 times 88.00.")]
    [InlineData(1, 88, 26.1, 180, "evaluate: processor time 26.10 s, more than 1.3 times 20.00 s.")]
    [InlineData(1, 88, 20, 235, "evaluate: peak memory 235.00 MB, more than 1.3 times 180.00 MB.")]
    [InlineData(2, 88, 50, 180, null)] // on a machine half as fast, 50 s are 25 s
    [InlineData(0.5, 88, 14, 180, "evaluate: processor time 28.00 s, more than 1.3 times 20.00 s.")] // twice as fast
    public void Figures_beyond_1_3_times_the_kept_ones_are_named(double reference, long calls, double processor, double peak, string? line)
    {
        var excess = Create(reference, calls, processor, peak).FindExcess(Kept);

        Assert.Equal(line is null ? [] : [line], excess);
    }

    [Fact]
    public void A_command_that_was_not_measured_is_named()
    {
        Assert.Equal(["evaluate: not measured."], (Kept with { Figures = [] }).FindExcess(Kept));
    }

    [Fact]
    public void The_table_of_the_docs_is_that_of_the_kept_figures()
    {
        var kept = GuardFigures.Read(RepositoryFiles.GetPath("tests", "Advisor.Benchmarks", "Guard", "figures.json"));

        Assert.Contains(kept.ToMarkdown(), File.ReadAllText(RepositoryFiles.GetPath("docs", "bench.md")), StringComparison.Ordinal);
    }

    private static GuardFigures Create(double reference, long calls, double processor, double peak) =>
        new(new DateOnly(2026, 11, 25), reference, [new GuardFigure("evaluate", calls, processor, peak)]);
}
