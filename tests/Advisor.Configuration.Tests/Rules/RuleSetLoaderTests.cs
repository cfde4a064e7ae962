using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Tests.Rules;

public sealed class RuleSetLoaderTests
{
    [Fact]
    public void The_rules_inside_the_program_are_good()
    {
        var result = RuleSetLoader.Load();

        Assert.Empty(result.Problems);
        Assert.True(result.Succeeded);
        Assert.All(result.Files, file => Assert.Null(file.Origin));
        Assert.Equal(6, result.Files.Count);
    }

    [Fact]
    public void The_alert_rules_that_are_read_on_first_use_are_those_of_the_file() =>
        Assert.Equal(
            RuleFiles
                .ReadEmbedded(RuleFiles.Alerts)
                .Split('\n')
                .Where(line => line.StartsWith("  - id: ", StringComparison.Ordinal))
                .Select(line => line[8..].Trim()),
            RuleSetLoader.Embedded.Alerts.Conditions.Select(condition => condition.Id)
        );

    [Fact]
    public void Each_edition_has_the_use_cases_of_its_guide()
    {
        var rules = RuleSetLoader.Embedded;

        Assert.Equal(
            ["echo", "broadcast", "sendToSmallGroup", "sendToBigGroup", "sendToConnection", "restBroadcast", "restSendToUser"],
            rules.GetTable(ServiceKind.SignalR).Rows.Select(row => row.UseCase.ToWireName())
        );
        Assert.Equal(7, rules.GetTable(ServiceKind.SignalR, "signalr-2019").Rows.Count);
        Assert.Equal(
            ["sendToBigGroup", "sendToSmallGroup", "upstreamEcho", "restSendToUser", "restBroadcast"],
            rules.GetTable(ServiceKind.WebPubSub).Rows.Select(row => row.UseCase.ToWireName())
        );
    }

    [Fact]
    public void The_ladders_are_those_that_Azure_sells()
    {
        var catalog = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR);

        Assert.Equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], catalog.Find("Standard_S1")!.Ladder.Steps);
        Assert.Equal([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000], catalog.Find("premium_p2")!.Ladder.Steps);
        Assert.Equal([1], catalog.Find("Free_F1")!.Ladder.Steps);
        Assert.Equal(150, catalog.RegionalUnitQuota);
        Assert.Equal(new Money(1.61m, "USD"), catalog.Find("Standard_S1")!.UnitPricePerDay);
        Assert.Null(catalog.Find("Free_F1")!.MillionMessagesPrice);
    }

    [Theory]
    [InlineData("Free_F1", "Standard_S1", true)]
    [InlineData("Premium_P2", "Free_F1", true)]
    [InlineData("Standard_S1", "Premium_P1", false)]
    [InlineData("Premium_P1", "Premium_P2", false)]
    public void Only_changes_from_or_to_Free_interrupt_the_service(string from, string to, bool interrupts)
    {
        var changes = RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).Changes;

        Assert.Equal(interrupts, Assert.Single(changes, c => c.From == from && c.To == to).InterruptsService);
    }

    [Fact]
    public void Each_service_is_billed_in_its_own_way_unless_settings_say_otherwise()
    {
        Assert.Equal(BillingModel.Prorated, RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).DefaultBilling);
        Assert.Equal(BillingModel.Prorated, RuleSetLoader.Embedded.GetCatalog(ServiceKind.WebPubSub).DefaultBilling);
    }

    [Fact]
    public void The_policy_of_the_file_is_the_one_that_the_code_documents() =>
        Assert.Equal(new PolicyRules(), RuleSetLoader.Embedded.Policy);

    [Fact]
    public void Send_to_connection_counts_its_app_servers_at_sizes_of_their_own()
    {
        var row = RuleSetLoader.Embedded.GetTable(ServiceKind.SignalR).FindRow(UseCase.SendToConnection)!;

        Assert.Equal([1, 2, 20, 50, 100, 200, 500, 1000], row.Units);
        Assert.Equal([1, 2, 10, 50, 100, 200, 500, 1000], row.AppServerUnits);
        Assert.Equal(row.AppServerUnits.Count, row.AppServers!.Count);
    }
}
