using System.IO.Pipelines;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Decide;

public class DecideFuzzTests
{
    [Fact]
    public async Task Ten_thousand_lines_out_of_order_resized_by_others_and_broken_keep_every_law()
    {
        const int count = 10_000;
        using var folder = new TemporaryFolder();
        var settings = folder.Write("advisor.yaml", LineSequences.Settings);
        var (lines, answers) = (new Pipe(), new Pipe());
        var running = Task.Run(async () =>
        {
            await using var input = lines.Reader.AsStream();
            await using var output = answers.Writer.AsStream();
            return await CliResult.RunAsync(
                ["decide", "--config", settings],
                cli => cli with { OpenInput = () => input, OpenOutput = () => output }
            );
        });
        var fuzz = new DecideFuzz(seed: 11);

        using (var reader = new StreamReader(answers.Reader.AsStream()))
        {
            await fuzz.RunAsync(count, lines.Writer.AsStream(), reader);
            await lines.Writer.CompleteAsync();
            Assert.Empty(await reader.ReadToEndAsync(TestContext.Current.CancellationToken));
        }

        Assert.Empty(fuzz.Violations);
        Assert.Equal((ExitCodes.Success, count), ((await running).ExitCode, fuzz.Answered));
        string[] expected = ["hold", "scaleOut", "scaleIn", "TimeWentBackwards", "UnitsNotOnLadder", "InvalidJson"];
        Assert.Superset(expected.ToHashSet(), fuzz.Answers.Keys.ToHashSet());
    }
}
