using Advisor.Cli.Output;
using Advisor.Lab.LocalAzure;

namespace Advisor.Cli.Tests.Output;

public sealed class ProgressLineTests : IDisposable
{
    private const string Clear = "\r\u001b[K";

    private readonly ManualTimeProvider time = new(new DateTimeOffset(2026, 1, 5, 9, 0, 0, TimeSpan.Zero));
    private readonly StringWriter error = new() { NewLine = "\n" };

    public void Dispose() => error.Dispose();

    [Fact]
    public void On_a_terminal_it_is_one_line_that_is_redrawn_and_cleared_at_the_end()
    {
        using (var progress = Create(isTerminal: true))
        {
            progress.Report(new("Finding resources"));
            progress.Report(new("Evaluating", 0, 120));
            progress.Report(new("Evaluating", 40, 120)); // no tenth of a second later
            time.Advance(TimeSpan.FromMilliseconds(100));
            progress.Report(new("Evaluating", 80, 120));
            progress.Report(new("Checking", 0, 1, "subscription"));
            progress.Report(new("Preparing", 3, 14, "day"));
        }

        Assert.Equal(
            $"{Clear}Finding resources ...{Clear}Evaluating: 120 resources ...{Clear}Evaluating: 80 of 120 resources ..."
                + $"{Clear}Checking: 1 subscription ...{Clear}Preparing: 3 of 14 days ...{Clear}",
            error.ToString()
        );
    }

    [Fact]
    public void Elsewhere_it_is_a_line_for_each_step_that_begins_after_three_seconds()
    {
        using (var progress = Create(isTerminal: false))
        {
            progress.Report(new("Finding resources"));
            time.Advance(TimeSpan.FromSeconds(3));
            progress.Report(new("Finding resources", 50));
            progress.Report(new("Evaluating", 40, 120));
            progress.Report(new("Evaluating", 80, 120));
        }

        Assert.Equal("Evaluating: 120 resources ...\n", error.ToString());
    }

    private ProgressLine Create(bool isTerminal) =>
        new(
            new CliContext
            {
                Out = TextWriter.Null,
                Error = error,
                Time = time,
                ErrorIsTerminal = isTerminal,
            }
        );
}
