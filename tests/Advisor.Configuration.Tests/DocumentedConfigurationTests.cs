using System.Text.RegularExpressions;
using Advisor.Configuration.Routing;
using Advisor.Configuration.Rules;
using Advisor.Tests;

namespace Advisor.Configuration.Tests;

/// <summary>What a page shows of advisor.yaml is copied by people.</summary>
public sealed partial class DocumentedConfigurationTests
{
    [Fact]
    public void The_channels_on_the_page_about_deploying_load()
    {
        var yaml = Assert
            .Single(FencePattern().Matches(File.ReadAllText(RepositoryFiles.GetPath("docs", "deploy.md"))))
            .Groups["text"]
            .Value;

        var result = ConfigurationLoader.Parse(yaml, RuleSetLoader.Embedded);

        Assert.Empty(result.Problems);
        Assert.Equal(
            ("chat", ChannelType.Teams),
            (result.Configuration!.Routing!.DefaultTeam, Assert.Single(result.Configuration.Routing.Channels).Type)
        );
    }

    [GeneratedRegex("```yaml\n(?<text>.*?)```", RegexOptions.ExplicitCapture | RegexOptions.Singleline | RegexOptions.NonBacktracking)]
    private static partial Regex FencePattern();
}
