using Advisor.Core.Fleet;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Tests.Contract;

/// <summary>Registrations of resource providers, and permissions of roles, as the loopback Azure states them.</summary>
public sealed class AccessContractTests
{
    private const string Command = "az provider register --namespace Microsoft.Insights --subscription ";

    private static readonly LocalAzureOptions Unregistered = new()
    {
        UnregisteredProviders = [ProviderRegistration.Insights],
        Resources = [.. LocalScenario.Ten.Where(spec => spec.Name is "premium-autoscale" or "hot-chat")],
    };

    [Fact]
    public async Task Without_Microsoft_Insights_resources_are_listed_and_the_failure_has_the_command()
    {
        await using var local = await LocalConnection.StartAsync(Unregistered);

        var listing = await local.ListAsync();

        Assert.Equal(2, listing.Resources.Count);
        var failure = Assert.Single(listing.Failures);
        Assert.Equal(FailureCode.NotRegistered, failure.Code);
        Assert.Contains(Command + local.Host.SubscriptionId, failure.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_it_the_note_on_the_batch_call_has_the_command_and_no_advice_on_roles()
    {
        await using var local = await LocalConnection.StartAsync(Unregistered);

        var answer = await local.ReadAsync();

        var note = Assert.Single(answer.Notes);
        Assert.Contains(Command + local.Host.SubscriptionId, note, StringComparison.Ordinal);
        Assert.DoesNotContain("Monitoring Reader", note, StringComparison.Ordinal);
        Assert.All(answer.Failures, failure => Assert.Equal(FailureCode.NotRegistered, failure.Code));
        Assert.Equal(2, answer.Failures.Count);
    }

    [Fact]
    public async Task Without_it_a_Premium_resource_is_not_changed_and_no_other_change_is_suspected()
    {
        await using var local = await LocalConnection.StartAsync(Unregistered);

        var outcome = await local.ScaleAsync(await local.GetAsync("premium-autoscale"), 5);

        Assert.Equal((ScaleResult.Refused, (FailureCode?)FailureCode.NotRegistered), (outcome.Result, outcome.Code));
        Assert.Equal(0, local.Host.Calls[CallKind.Patch]);
    }

    [Theory]
    [InlineData("Microsoft.Insights", "NotRegistered")]
    [InlineData("Microsoft.App", "Registered")]
    public async Task The_registration_of_a_provider_is_read(string provider, string state)
    {
        await using var local = await LocalConnection.StartAsync(Unregistered);

        var read = await local.Connection.Access.ReadRegistrationAsync(
            local.Host.SubscriptionId,
            provider,
            TestContext.Current.CancellationToken
        );

        Assert.Equal((state, null), read);
    }

    [Theory]
    [InlineData("*", true)]
    [InlineData("*/write", true)]
    [InlineData("microsoft.signalrservice/*", true)]
    [InlineData("Microsoft.SignalRService/SignalR/write", true)]
    [InlineData("*/read", false)]
    [InlineData("Microsoft.SignalRService/WebPubSub/write", false)]
    [InlineData("Microsoft.SignalRService/SignalR/writer", false)]
    public async Task A_role_permits_what_its_actions_name(string permitted, bool expected)
    {
        await using var local = await LocalConnection.StartAsync(new LocalAzureOptions { PermittedActions = ["*/read", permitted] });
        var id = local.Host.GetResource("hot-chat").Id;

        var (isPermitted, failure) = await local.Connection.Access.CheckPermissionAsync(
            id,
            "Microsoft.SignalRService/SignalR/write",
            TestContext.Current.CancellationToken
        );

        Assert.Equal((expected, null), (isPermitted, failure));
        // The roles of the loopback Azure except what assigns roles.
        Assert.False(
            (
                await local.Connection.Access.CheckPermissionAsync(
                    id,
                    "Microsoft.Authorization/roleAssignments/write",
                    TestContext.Current.CancellationToken
                )
            ).IsPermitted
        );
    }
}
