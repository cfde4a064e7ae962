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
        ["Advisor.Reporting"] = ["Advisor.Core"],
        ["Advisor.Lab"] = ["Advisor.Core"],
        ["Advisor.Service"] = ["Advisor.Configuration"],
        ["Advisor.Azure"] = ["Advisor.Service"],
        ["Advisor.Web"] = ["Advisor.Service", "Advisor.Reporting"],
        ["Advisor.Cli"] = ["Advisor.Azure", "Advisor.Lab", "Advisor.Reporting", "Advisor.Service", "Advisor.Web"],
        ["Advisor.Functions"] = ["Advisor.Azure", "Advisor.Service", "Advisor.Web"],
    };

    [Fact]
    public void A_project_references_only_what_it_may() => Assert.Empty(FolderDependency.ListForbidden(ListReferences(), Allowed));

    [Fact]
    public void Every_project_has_its_place() => Assert.Equal(ListProjects().Select(GetName).Order(), Allowed.Keys.Order());

    [Fact]
    public void A_reference_that_is_not_allowed_is_found_out() =>
        Assert.Equal(
            ["Advisor.Service -> Advisor.Azure: Advisor.Service.csproj"],
            FolderDependency.ListForbidden(
                ListReferences().Append(new FolderDependency("Advisor.Service", "Advisor.Azure", "Advisor.Service.csproj")),
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
