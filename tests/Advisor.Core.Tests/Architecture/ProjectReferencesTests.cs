using System.Xml.Linq;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>Which project may reference which: docs/architecture.md draws the same.</summary>
public sealed class ProjectReferencesTests
{
    internal static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Advisor.Core"] = [],
        ["Advisor.Configuration"] = ["Advisor.Core"],
        ["Advisor.State"] = ["Advisor.Core"],
        ["Advisor.Reporting"] = ["Advisor.Core"],
        ["Advisor.Simulation"] = ["Advisor.Core"],
        ["Advisor.Storage"] = ["Advisor.State"],
        ["Advisor.Telemetry"] = ["Advisor.State"],
        ["Advisor.Service"] = ["Advisor.Configuration", "Advisor.State"],
        ["Advisor.Azure"] = ["Advisor.Service"],
        ["Advisor.Notifications"] = ["Advisor.Service"],
        ["Advisor.LocalAzure"] = ["Advisor.Simulation"],
        ["Advisor.Pages"] = ["Advisor.Core", "Advisor.Reporting"],
        ["Advisor.Api"] = ["Advisor.Service", "Advisor.Reporting", "Advisor.Pages"],
        ["Advisor.Cli"] =
        [
            "Advisor.Api",
            "Advisor.Azure",
            "Advisor.LocalAzure",
            "Advisor.Notifications",
            "Advisor.Reporting",
            "Advisor.Simulation",
            "Advisor.Storage",
            "Advisor.Telemetry",
        ],
        ["Advisor.Functions"] =
        [
            "Advisor.Api",
            "Advisor.Azure",
            "Advisor.Notifications",
            "Advisor.Service",
            "Advisor.Storage",
            "Advisor.Telemetry",
        ],
    };

    [Fact]
    public void A_project_references_only_what_it_may() => Assert.Empty(FolderDependency.ListForbidden(ListReferences(), Allowed));

    [Fact]
    public void Every_project_has_its_place() => Assert.Equal(ListProjects().Select(GetName).Order(), Allowed.Keys.Order());

    [Fact]
    public void A_reference_that_is_not_allowed_is_found_out() =>
        Assert.Equal(
            ["Advisor.State -> Advisor.Storage: Advisor.State.csproj"],
            FolderDependency.ListForbidden(
                ListReferences().Append(new FolderDependency("Advisor.State", "Advisor.Storage", "Advisor.State.csproj")),
                Allowed
            )
        );

    [Fact]
    public void Only_configuration_references_a_yaml_parser() =>
        Assert.Equal(
            ["Advisor.Configuration"],
            ListProjects().Where(file => ListIncluded(file, "PackageReference").Contains("YamlDotNet")).Select(GetName)
        );

    private static IEnumerable<FolderDependency> ListReferences() =>
        from project in ListProjects()
        from reference in ListIncluded(project, "ProjectReference")
        select new FolderDependency(GetName(project), GetName(reference.Replace('\\', '/')), Path.GetFileName(project));

    private static IEnumerable<string> ListIncluded(string project, string kind) =>
        XDocument.Load(project).Descendants(kind).Select(item => (string)item.Attribute("Include")!);

    private static IEnumerable<string> ListProjects() =>
        Directory
            .EnumerateFiles(RepositoryFiles.GetPath("src"), "*.csproj", SearchOption.AllDirectories)
            .Append(RepositoryFiles.GetPath("functions", "Advisor.Functions", "Advisor.Functions.csproj"));

    private static string GetName(string project) => Path.GetFileNameWithoutExtension(project);
}
