using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Evaluate;

public partial class EvaluateFilesTests
{
    [Theory]
    [InlineData("--output", "json")]
    [InlineData("--wide")]
    [InlineData("--explain", "chat")]
    public async Task No_character_that_a_terminal_acts_on_comes_from_a_name_or_a_tag(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var odd = Shown
            .Replace(
                "\"advisor-workload\":\"echo\"",
                "\"advisor-\\u001b[31m\\u202Ex\":\"1\",\"advisor-mode\":\"\\u001b[2J\\u2066\\u009b\"",
                StringComparison.Ordinal
            )
            .Replace("\"name\":\"chat\"", "\"name\":\"chat\\u202E\\u001b[2J\"", StringComparison.Ordinal);

        var run = await RunAsync(folder, odd, RenderMetrics(connections: 4700), arguments);

        Assert.DoesNotContain(run.Out + run.Error, c => c is '\u001b' or '\u202e' or '\u2066' or '\u009b');
    }
}
