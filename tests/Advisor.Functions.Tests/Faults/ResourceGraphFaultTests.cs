using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Faults;

/// <summary>The published executable for a management group while Azure Resource Graph fails.</summary>
public sealed class ResourceGraphFaultTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    [Fact]
    [Fault("arm-graph")]
    public async Task Where_Resource_Graph_fails_the_app_lists_each_subscription_says_so_and_leaves_no_resource_out()
    {
        using var folder = new TemporaryFolder();
        var configuration = Path.Combine(folder.Path, "advisor.yaml");
        await File.WriteAllTextAsync(configuration, "scope: { managementGroups: [local] }\n", TestContext.Current.CancellationToken);
        await using var place = await Installation.StartAsync(
            package.Folder,
            [.. LocalScenario.Ten.Where(spec => spec.Name == "hot-chat")]
        );
        place.Azure.Faults.Add(new Fault(FaultKind.ServerError) { Call = CallKind.ResourceGraph });
        var host = await place.AddHostAsync(with: options =>
            options with
            {
                Settings = options
                    .Settings.Where(setting => setting.Key != "Advisor__Subscriptions")
                    .Append(new("Advisor__ConfigFile", configuration))
                    .ToDictionary(),
            }
        );

        for (var tick = 0; tick < 6; tick++)
        {
            await place.TickAsync();
        }

        Assert.Contains(host.Log, line => line.Contains("Resource Graph could not be used", StringComparison.Ordinal));
        Assert.Equal(3, Assert.Single(place.Azure.Resources).Units);
        Assert.Equal(1, place.Azure.Calls[CallKind.Patch]);
    }
}
