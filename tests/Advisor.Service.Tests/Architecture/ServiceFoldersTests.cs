using Advisor.Tests;

namespace Advisor.Service.Tests.Architecture;

/// <summary>Which folder of the service may use which. All may use the project's own files, which hold what the stages share.</summary>
public sealed class ServiceFoldersTests
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Fleet"] = [],
        ["SignedLinks"] = [],
        ["ObservationLines"] = [],
        ["Notify"] = [".", "SignedLinks"],
        ["Change"] = [".", "Fleet", "Notify"],
        ["Recommend"] = [".", "SignedLinks", "Notify", "Change"],
        ["Approve"] = [".", "Fleet", "SignedLinks", "Change"],
        ["Evaluate"] = [".", "Fleet", "SignedLinks", "Notify", "Change", "Recommend", "Approve"],
        ["Budgets"] = [".", "Notify"],
        ["Tick"] = [".", "Fleet", "Notify", "Change", "Evaluate", "Budgets"],
        ["Reports"] = [".", "Fleet", "Notify", "Evaluate", "Budgets"],
        ["."] = ["Fleet", "SignedLinks", "Notify", "Change", "Recommend", "Approve", "Evaluate", "Budgets", "Tick", "Reports"],
    };

    [Fact]
    public void A_stage_uses_only_the_stages_that_it_may() =>
        Assert.Empty(FolderDependency.ListForbidden(AssemblyDependencies.Read(typeof(ServiceSetup).Assembly), Allowed));

    [Fact]
    public void A_stage_that_uses_one_of_before_is_found_out() =>
        Assert.Equal(
            ["Notify -> Tick: NotificationGrouping uses TickPlanner"],
            FolderDependency.ListForbidden([new FolderDependency("Notify", "Tick", "NotificationGrouping uses TickPlanner")], Allowed)
        );
}
