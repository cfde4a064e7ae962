using Advisor.Tests;

namespace Advisor.Service.Tests.Architecture;

/// <summary>
/// Which folder of the service may use which. A slice uses the records of others, and the store, which knows the records of all. Ports use
/// nothing; the records of a tick are used by evaluations and changes, what plans and ends one by none.
/// </summary>
public sealed class ServiceFoldersTests
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Fleet"] = [],
        ["Http"] = [],
        ["ObservationLines"] = [],
        ["Alerts"] = [".", "Changes", "Evaluation", "Fleet", "Notifications", "Recommendations", "Silences", "Store", "Timeline"],
        ["Approvals"] = [".", "Changes", "Evaluation", "Fleet", "Notifications", "SignedLinks", "Store"],
        ["Budgets"] = [".", "Alerts", "Evaluation", "Notifications", "Silences", "Store"],
        ["Changes"] = [".", "Approvals", "Evaluation", "Fleet", "Notifications", "Store", "Telemetry", "Tick", "Timeline"],
        ["Costs"] = ["Store"],
        ["Evaluation"] =
        [
            ".",
            "Alerts",
            "Approvals",
            "Changes",
            "Costs",
            "Fleet",
            "Notifications",
            "Prices",
            "Recommendations",
            "Series",
            "SignedLinks",
            "Silences",
            "Sizes",
            "Store",
            "Telemetry",
            "Tick",
        ],
        ["Notifications"] =
        [
            ".",
            "Alerts",
            "Approvals",
            "Changes",
            "Evaluation",
            "Http",
            "Recommendations",
            "SignedLinks",
            "Silences",
            "Store",
            "Telemetry",
        ],
        ["Prices"] = ["Store"],
        ["Recommendations"] = [".", "Approvals", "Changes", "Evaluation", "Notifications", "Reports", "SignedLinks", "Store"],
        ["Reports"] = [".", "Alerts", "Budgets", "Changes", "Evaluation", "Notifications", "Store", "Telemetry", "Timeline"],
        ["Series"] = ["Evaluation", "Store"],
        ["Sizes"] = ["Store"],
        ["SignedLinks"] = ["Approvals", "Silences"],
        ["Silences"] = ["Store"],
        ["StateTransfer"] =
        [
            "Approvals",
            "Budgets",
            "Changes",
            "Costs",
            "Evaluation",
            "Notifications",
            "Recommendations",
            "Reports",
            "Series",
            "Silences",
            "Store",
            "Tick",
            "Timeline",
        ],
        ["Store"] =
        [
            "Approvals",
            "Budgets",
            "Changes",
            "Costs",
            "Evaluation",
            "Http",
            "Notifications",
            "Prices",
            "Recommendations",
            "Reports",
            "Series",
            "Silences",
            "Sizes",
            "Telemetry",
            "Tick",
            "Timeline",
        ],
        ["Telemetry"] = ["Evaluation"],
        ["Tick"] =
        [
            ".",
            "Alerts",
            "Budgets",
            "Changes",
            "Costs",
            "Evaluation",
            "Fleet",
            "Notifications",
            "Prices",
            "SignedLinks",
            "Silences",
            "Sizes",
            "Store",
            "Telemetry",
        ],
        ["Timeline"] = ["Changes", "Evaluation", "Store"],
        ["."] =
        [
            "Alerts",
            "Approvals",
            "Budgets",
            "Changes",
            "Costs",
            "Evaluation",
            "Fleet",
            "Notifications",
            "Prices",
            "Recommendations",
            "Reports",
            "SignedLinks",
            "Silences",
            "Sizes",
            "Store",
            "Tick",
        ],
    };

    [Fact]
    public void A_stage_uses_only_the_stages_that_it_may() =>
        Assert.Empty(FolderDependency.ListForbidden(AssemblyDependencies.Read(typeof(ServiceSetup).Assembly), Allowed));

    [Fact]
    public void A_stage_that_uses_one_of_before_is_found_out() =>
        Assert.Equal(
            ["Notifications -> Tick: NotificationGrouping uses TickPlanner"],
            FolderDependency.ListForbidden(
                [new FolderDependency("Notifications", "Tick", "NotificationGrouping uses TickPlanner")],
                Allowed
            )
        );
}
