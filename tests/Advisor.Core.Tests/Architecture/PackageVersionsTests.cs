using System.Xml.Linq;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>A package that no project references leaves Directory.Packages.props.</summary>
public sealed class PackageVersionsTests
{
    [Fact]
    public void Every_package_version_is_referenced_by_a_project() =>
        Assert.Empty(FindUnused(ReadPackages("PackageVersion", RepositoryFiles.GetPath("Directory.Packages.props")), ListReferences()));

    /// <summary>A reference that holds under a condition counts: the optional build is a build.</summary>
    [Fact]
    public void A_version_under_a_condition_is_referenced_always_or_under_the_same_condition()
    {
        var references = ListReferences();
        var conditional = ReadPackages("PackageVersion", RepositoryFiles.GetPath("Directory.Packages.props"))
            .Where(package => package.Condition is not null)
            .ToList();

        Assert.NotEmpty(conditional);
        Assert.DoesNotContain(
            conditional,
            package => !references.Contains(package with { Condition = null }) && !references.Contains(package)
        );
    }

    [Fact]
    public void A_version_that_nothing_references_is_found() =>
        Assert.Equal(
            ["NSubstitute"],
            FindUnused([new Package("xunit.v3", null), new Package("NSubstitute", "'$(AzureSdk)' == 'true'")], ListReferences())
        );

    private static IEnumerable<string> FindUnused(IEnumerable<Package> versions, IEnumerable<Package> references) =>
        versions.Select(version => version.Name).Except(references.Select(reference => reference.Name)).Order(StringComparer.Ordinal);

    private static List<Package> ListReferences() =>
        [
            .. new[] { "src", "functions", "tests" }
                .SelectMany(folder => Directory.EnumerateFiles(RepositoryFiles.GetPath(folder), "*.csproj", SearchOption.AllDirectories))
                .Append(RepositoryFiles.GetPath("Directory.Build.props"))
                .Append(RepositoryFiles.GetPath("tests", "Directory.Build.props"))
                .SelectMany(file => ReadPackages("PackageReference", file)),
        ];

    private static IEnumerable<Package> ReadPackages(string kind, string file) =>
        from item in XDocument.Load(file).Descendants(kind)
        select new Package(
            (string)item.Attribute("Include")!,
            (string?)item.Attribute("Condition") ?? (string?)item.Parent!.Attribute("Condition")
        );

    /// <param name="Condition">Of the item or its group; null = none.</param>
    private sealed record Package(string Name, string? Condition);
}
