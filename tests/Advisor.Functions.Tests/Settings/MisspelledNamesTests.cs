using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Published;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Settings;

/// <summary>The published executable with an advisor.yaml that names a resource that is not there, and a tag that limits nothing.</summary>
public sealed class MisspelledNamesTests(PublishedApp package) : IClassFixture<PublishedApp>
{
    [Fact]
    public async Task The_app_logs_a_misspelled_name_of_its_configuration_once_an_hour_and_a_tag_that_is_ignored_once()
    {
        using var folder = new TemporaryFolder();
        var configuration = folder.Write("advisor.yaml", "resources: [{ match: hot-chta, maxUnits: 2 }]\n");
        await using var place = await Installation.StartAsync(
            package.Folder,
            [
                .. LocalScenario
                    .Ten.Where(spec => spec.Name is "hot-chat" or "idle-staging")
                    .Select(spec => spec with { Tags = spec.Tags.Append(new("advisor-monthly-budget", "900")).ToDictionary() }),
            ]
        );
        var host = await place.AddHostAsync(with: options =>
            options with
            {
                Settings = options.Settings.Append(new("Advisor__ConfigFile", configuration)).ToDictionary(),
            }
        );

        for (var tick = 0; tick < 2; tick++)
        {
            await place.TickAsync();
        }

        Assert.Single(
            host.Log,
            line =>
                line.Contains(
                    "advisor.yaml: resources[0].match: 'hot-chta' matches none of the 2 resources; did you mean 'hot-chat'?",
                    StringComparison.Ordinal
                )
        );
        Assert.Single(
            host.Log,
            line =>
                line.Contains(
                    "hot-chat: tag advisor-monthly-budget: '900' must be an amount and a currency, such as 500 USD. The tag is ignored.",
                    StringComparison.Ordinal
                )
        );
    }
}
