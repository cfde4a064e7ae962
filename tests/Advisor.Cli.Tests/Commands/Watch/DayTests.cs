using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// A day with a hot resource, a region-wide outage, a flapping resource and a lying metric, as a person sees it who runs it on one machine.
/// </summary>
public sealed class DayTests
{
    [Fact]
    public async Task Every_team_gets_exactly_the_messages_of_the_day_and_none_twice()
    {
        await using var inbox = DayInbox.Start();
        using var output = new StringWriter();
        var variables = inbox.Environment;
        var cli = new CliContext
        {
            Out = output,
            Error = output,
            Environment = name => variables.GetValueOrDefault(name),
        };
        var code = await AdvisorCli.RunAsync(
            ["watch", "--local", "--scenario", DayInbox.Scenario, "--interval", "300", "--config", inbox.Configuration],
            cli,
            TestContext.Current.CancellationToken
        );

        Assert.True(code == 0, output.ToString());
        inbox.AddConsoleOutput(output.ToString().Split('\n'));
        Assert.True(DayInbox.DescribeDifference(inbox.Lines) is "", DayInbox.DescribeDifference(inbox.Lines));
        Assert.Distinct(inbox.Messages.Select(message => (message.Channel, message.Id)));
    }
}
