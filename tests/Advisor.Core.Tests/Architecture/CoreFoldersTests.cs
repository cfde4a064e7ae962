using Advisor.Core.Rules;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// Which folder of Core may use which, lowest first, without a cycle. Scaling and Alerting share nothing but the decision.
/// </summary>
public sealed class CoreFoldersTests
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Quantities"] = [],
        ["Serialization"] = [],
        ["Text"] = [],
        ["Metrics"] = [],
        ["Capacity"] = ["Quantities", "Metrics"],
        ["Settings"] = ["Quantities", "Capacity"],
        ["Rules"] = ["Quantities", "Capacity", "Settings"],
        ["Fleet"] = ["Quantities", "Text", "Capacity", "Settings", "Rules"],
        ["Forecasting"] = ["Quantities", "Serialization", "Capacity", "Rules"],
        ["Advice"] = ["Quantities", "Capacity", "Settings", "Rules", "Forecasting"],
        ["Observations"] = ["Quantities", "Metrics", "Capacity", "Settings", "Rules", "Advice"],
        ["Decisions"] = ["Quantities", "Capacity", "Rules", "Advice"],
        ["Scaling"] =
        [
            "Quantities",
            "Serialization",
            "Metrics",
            "Capacity",
            "Settings",
            "Rules",
            "Observations",
            "Forecasting",
            "Advice",
            "Decisions",
        ],
        ["Alerting"] = ["Quantities", "Serialization", "Metrics", "Capacity", "Settings", "Rules", "Observations", "Advice", "Decisions"],
        ["Planning"] = ["Quantities", "Capacity", "Rules"],
        ["Reports"] = ["Quantities", "Metrics", "Capacity", "Settings", "Rules", "Fleet", "Advice", "Decisions"],
        // ScalingAdvisor and HistoryBackfill, which the other projects call.
        ["."] = ["Quantities", "Metrics", "Capacity", "Settings", "Rules", "Observations", "Forecasting", "Advice", "Decisions", "Scaling"],
    };

    [Fact]
    public void A_folder_of_core_uses_only_folders_below_it() =>
        Assert.Empty(FolderDependency.ListForbidden(AssemblyDependencies.Read(typeof(RuleSet).Assembly), Allowed));

    [Fact]
    public void Every_folder_of_core_has_its_place()
    {
        var folders = Directory
            .GetDirectories(RepositoryFiles.GetPath("src", "Advisor.Core"))
            .Select(Path.GetFileName)
            .Except(["bin", "obj"])
            .Append(".");

        Assert.Equal(folders.Order(), Allowed.Keys.Order());
    }

    [Fact]
    public void No_folder_can_reach_itself()
    {
        // Ordered from below: each may use only what stands before it.
        var before = new HashSet<string>();
        foreach (var (folder, uses) in Allowed)
        {
            Assert.Empty(uses.Except(before).Select(used => $"{folder} -> {used}"));
            before.Add(folder);
        }
    }

    [Fact]
    public void A_folder_that_uses_one_above_it_is_found_out()
    {
        // Scaling uses the forecast: without that entry it is a violation, named with its types.
        var allowed = new Dictionary<string, string[]>(Allowed) { ["Scaling"] = [.. Allowed["Scaling"].Except(["Forecasting"])] };

        var found = Assert.Single(FolderDependency.ListForbidden(AssemblyDependencies.Read(typeof(RuleSet).Assembly), allowed));

        Assert.StartsWith("Scaling -> Forecasting: ", found, StringComparison.Ordinal);
    }
}
