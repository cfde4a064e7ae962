using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Service;
using Advisor.State;
using Advisor.Storage.Sqlite;

namespace Advisor.Cli.Tests.Commands.SilenceAlerts;

public sealed partial class SilenceCommandTests
{
    private const string Group = "/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/";

    [Fact]
    public async Task Teams_and_channels_are_those_of_the_configuration_where_it_has_any()
    {
        folder.Write(
            "advisor.yaml",
            "channels:\n  - name: log\n    type: console\nteams:\n  - name: chat\n    channels: [log]\nroutes:\n  - team: chat\n"
        );

        foreach (
            var (match, reason) in new[]
            {
                ("team=chatt", "unknown team 'chatt'; did you mean 'chat'?"),
                ("channel=pager", "unknown channel 'pager'; known: log."),
            }
        )
        {
            var run = await RunAsync("silence", "add", "--match", match, "--for", "1h", "--author", "dana", "--reason", "x");
            Assert.Equal((ExitCodes.Usage, $"advisor: --match: {reason}\n"), (run.ExitCode, run.Error));
        }

        Assert.Equal(
            ExitCodes.Success,
            (await RunAsync("silence", "add", "--match", "team=chat", "--for", "1h", "--author", "dana", "--reason", "x")).ExitCode
        );
    }

    [Fact]
    public async Task A_resource_that_is_not_monitored_is_silenced_with_a_warning()
    {
        var run = await RunAsync(
            "silence",
            "add",
            "--match",
            "resource=/subscriptions/s/chat",
            "--for",
            "1h",
            "--author",
            "dana",
            "--reason",
            "x"
        );

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.StartsWith(
            "advisor: warning: no monitored resource has the id '/subscriptions/s/chat' today",
            run.Error,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(
        "resource=/subscriptions/s/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chatt",
        $"no monitored resource has the id '{Group}chatt' today: did you mean {Group}chat?"
    )]
    [InlineData("resource=chat", $"no monitored resource has the id 'chat' today: did you mean {Group}chat?")]
    [InlineData("team=nosuch", "no monitored resource belongs to the team 'nosuch' today: it takes effect once one is discovered")]
    [InlineData("region=westeurop", "no monitored resource is in the region 'westeurop' today: did you mean westeurope?")]
    [InlineData("region=japaneast", "no monitored resource is in the region 'japaneast' today: it takes effect once one is discovered")]
    [InlineData($"resource={Group}CHAT", null)]
    [InlineData("region=WestEurope", null)]
    public async Task What_matches_nothing_today_is_silenced_with_a_warning_that_names_the_nearest(string match, string? warning)
    {
        using (var store = SqliteStateStore.Open(Path.Combine(folder.Path, "advisor-state.db")))
        {
            var state = await AdvisorState.OpenAsync(store, 1, Now, TestContext.Current.CancellationToken);
            var chat = new FleetResource
            {
                Id = Group + "chat",
                Name = "chat",
                SubscriptionId = "s",
                ResourceGroup = "g",
                Service = ServiceKind.SignalR,
                Region = "westeurope",
                Sku = "Standard_S1",
                Units = 1,
                ProvisioningState = "Succeeded",
            };
            await state
                .BeginCommit(chat.Id)
                .SaveSnapshot(ResourceSnapshot.Version, Now, ResourceSnapshot.Write(chat))
                .RunAsync(TestContext.Current.CancellationToken);
        }

        var run = await RunAsync("silence", "add", "--match", match, "--for", "1h", "--author", "dana", "--reason", "x");

        Assert.Equal((ExitCodes.Success, warning is null ? "" : $"advisor: warning: {warning}\n"), (run.ExitCode, run.Error));
    }
}
