using System.Reflection;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Advisor.Cli.Tests.Commands.Decide;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Docs;

public class DecidePageTests
{
    private static readonly string Page = File.ReadAllText(RepositoryFiles.GetPath("docs", "decide.md"));

    [Fact]
    public async Task The_example_of_the_page_gives_the_decision_of_the_page()
    {
        var (observation, decision) = (ReadExample("In"), ReadExample("Out"));

        var run = await DecideResult.RunAsync([observation.ToJsonString()]);

        Assert.Equal(decision.ToJsonString(), JsonNode.Parse(Assert.Single(run.Lines).GetRawText())!.ToJsonString());
    }

    [Theory]
    [InlineData(typeof(ReasonCodes))]
    [InlineData(typeof(ObservationProblemCodes))]
    public void The_page_lists_every_code(Type codes)
    {
        var names = codes
            .GetFields(BindingFlags.Public | BindingFlags.Static)
            .Where(field => field.IsLiteral)
            .Select(field => (string)field.GetRawConstantValue()!)
            .ToList();

        Assert.NotEmpty(names);
        Assert.All(names, name => Assert.Contains($"`{name}`", Page, StringComparison.Ordinal));
    }

    /// <summary>The JSON of a section, which is indented by four.</summary>
    private static JsonObject ReadExample(string section)
    {
        var text = Page[Page.IndexOf($"\n## {section}\n", StringComparison.Ordinal)..];
        var example = Regex.Match(
            text,
            @"^    \{.*?\}$(?=\n\n)",
            RegexOptions.Multiline | RegexOptions.Singleline,
            TimeSpan.FromSeconds(1)
        );
        return JsonNode.Parse(example.Value)!.AsObject();
    }
}
