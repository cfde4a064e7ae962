using Advisor.Core.Settings;

namespace Advisor.Cli.Tests.Commands.Pause;

/// <content>A size pinned by the command.</content>
public sealed partial class PauseCommandTests
{
    [Fact]
    public async Task A_size_is_pinned_until_a_time_and_the_pin_is_ended_by_either_command()
    {
        await RememberAsync();

        var run = await RunPinAsync("chat", "20", "--until", "34h", "--reason", "opening", "--author", "dana");

        Assert.Equal((ExitCodes.Success, $"{Chat}: pinned at 20 units until Tue 18:00 UTC.\n", ""), (run.ExitCode, run.Out, run.Error));
        var pin = (await FindPauseAsync())!;
        Assert.Equal((20, PausedScaling.All, "dana", Now.AddHours(34)), (pin.Units, pin.Scaling, pin.Author, pin.Until));

        Assert.Equal($"{Chat} is no longer pinned.\n", (await RunAsync("chat", "--end", "--reason", "done")).Out);
        Assert.Null(await FindPauseAsync());
    }

    [Fact]
    public async Task A_pin_takes_the_place_of_a_pause_and_is_an_object_of_its_own_in_json()
    {
        await RememberAsync();
        await RunAsync("chat", "--reason", "load test");

        var run = await RunPinAsync("chat", "8", "--reason", "opening", "-o", "json");

        Assert.Equal(
            $$"""{"resource":"{{Chat}}","scaling":"all","author":"tester","reason":"opening","until":null,"units":8}""" + "\n",
            run.Out
        );
        Assert.Equal(8, (await FindPauseAsync())!.Units);
    }

    [Theory]
    [InlineData("Standard_S1 has no size of 11 units; use 10 or 20.", "chat", "11", "--reason", "x")]
    [InlineData("200 units cannot be kept: the settings allow 1 to 100.", "chat", "200", "--reason", "x")]
    [InlineData("UNITS must be a whole number from 1 to 1000.", "chat", "0", "--reason", "x")]
    [InlineData("Give UNITS, or --end.", "chat", "--reason", "x")]
    [InlineData("--end takes no UNITS and no --until.", "chat", "8", "--end", "--reason", "x")]
    public async Task A_size_that_cannot_be_kept_is_one_line_that_says_why(string reason, params string[] args)
    {
        await RememberAsync();

        var run = await RunPinAsync(args);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: " + reason, Assert.Single(run.Error.TrimEnd('\n').Split('\n')), StringComparison.Ordinal);
        Assert.Null(await FindPauseAsync());
    }

    private Task<CliResult> RunPinAsync(params string[] args) => RunCommandAsync(["pin", .. args]);
}
