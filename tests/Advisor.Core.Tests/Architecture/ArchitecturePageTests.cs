using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// docs/architecture.md names classes that exist, links to the files that declare them, and draws the references as they are.
/// </summary>
public sealed partial class ArchitecturePageTests
{
    private static readonly string Page = File.ReadAllText(RepositoryFiles.GetPath("docs", "architecture.md"));

    [Fact]
    public void Every_link_leads_to_the_file_that_declares_the_type() => Assert.Empty(ListWrongLinks(Page));

    [Fact]
    public void Every_type_named_without_a_link_is_linked_elsewhere_on_the_page()
    {
        var linked = LinkPattern().Matches(Page).Select(link => link.Groups["name"].Value).ToHashSet();

        // What is no type of ours: a type of the base library.
        Assert.Equal(["TimeProvider"], TypeNamePattern().Matches(Page).Select(name => name.Groups["name"].Value).Distinct().Except(linked));
    }

    [Fact]
    public void The_diagram_has_the_references_of_the_projects() =>
        Assert.Equal(
            ProjectReferencesTests.Allowed.SelectMany(project => project.Value.Select(to => $"{project.Key} -> {to}")).Order(),
            ArrowPattern().Matches(Page).Select(arrow => $"Advisor.{arrow.Groups["from"]} -> Advisor.{arrow.Groups["to"]}").Order()
        );

    [Theory]
    [InlineData("[`TickPlanner`](../src/Advisor.Service/Tick/NoFile.cs)")]
    [InlineData("[`NoClass`](../src/Advisor.Core/ScalingAdvisor.cs)")]
    public void A_name_or_a_file_that_is_gone_is_found_out(string page) => Assert.Single(ListWrongLinks(page));

    private static IEnumerable<string> ListWrongLinks(string page) =>
        from link in LinkPattern().Matches(page)
        let name = link.Groups["name"].Value
        let file = RepositoryFiles.GetPath("docs", link.Groups["path"].Value)
        where !File.Exists(file) || !HasDeclaration(File.ReadAllText(file), name)
        select link.Value;

    private static bool HasDeclaration(string code, string name) =>
        Regex.IsMatch(code, $@"\b(class|record|struct|interface|enum) {name}\b", RegexOptions.ExplicitCapture, TimeSpan.FromSeconds(1));

    [GeneratedRegex(@"\[`(?<name>\w+)`\]\((?<path>[^)]+\.cs)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex LinkPattern();

    [GeneratedRegex(@"`(?<name>[A-Z][a-z]+[A-Z]\w+)`", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TypeNamePattern();

    [GeneratedRegex(
        @"^ +(?<from>\w+) --> (?<to>\w+)\r?$",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex ArrowPattern();
}
