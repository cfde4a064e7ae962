using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure.Wire;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>The api-versions that each provider accepts; any other is refused as Azure refuses it.</summary>
internal static partial class ApiVersions
{
    /// <summary>Versions of Microsoft.SignalRService, newest first.</summary>
    public static readonly IReadOnlyList<string> SignalRService =
    [
        "2025-08-01-preview",
        "2025-01-01-preview",
        "2024-10-01-preview",
        "2024-08-01-preview",
        "2024-04-01-preview",
        "2024-03-01",
        "2024-01-01-preview",
        "2023-08-01-preview",
        "2023-06-01-preview",
        "2023-03-01-preview",
        "2023-02-01",
        "2022-08-01-preview",
        "2022-02-01",
        "2021-10-01",
        "2021-09-01-preview",
        "2021-06-01-preview",
        "2021-04-01-preview",
        "2020-07-01-preview",
        "2020-05-01",
        "2018-10-01",
        "2018-03-01-preview",
    ];

    private static readonly string[] Metrics =
    [
        "2024-02-01",
        "2023-10-01",
        "2021-05-01",
        "2019-07-01",
        "2018-01-01",
        "2017-12-01-preview",
        "2017-05-01-preview",
        "2016-09-01",
    ];

    private static readonly string[] Batch = ["2024-02-01", "2023-10-01", "2023-05-01-preview"];

    private static readonly string[] ResourceGraph =
    [
        "2024-04-01",
        "2022-10-01",
        "2021-06-01-preview",
        "2021-03-01",
        "2020-04-01-preview",
        "2019-04-01",
        "2018-09-01-preview",
    ];

    private static readonly string[] ManagementGroups =
    [
        "2024-02-01-preview",
        "2023-04-01",
        "2021-04-01",
        "2020-10-01",
        "2020-05-01",
        "2020-02-01",
        "2019-11-01",
        "2018-03-01-preview",
    ];

    private static readonly string[] Autoscale = ["2022-10-01", "2021-05-01-preview", "2015-04-01", "2014-04-01"];

    /// <summary>Returns the error for a version that the provider of a call does not have; null if it has it.</summary>
    /// <param name="kind">Kind of the call.</param>
    /// <param name="version">The version of the request, not empty.</param>
    public static ArmError? FindProblem(CallKind kind, string version) =>
        kind switch
        {
            CallKind.MetricBatch => Has(Batch, version)
                ? null
                : ArmError.Invalid("UnsupportedApiVersion", $"The HTTP resource does not support the API version '{version}'."),
            CallKind.MetricSingle or CallKind.MetricDefinitions => FindProblem("microsoft.insights", "metrics", Metrics, version),
            CallKind.Autoscale => FindProblem("microsoft.insights", "autoscalesettings", Autoscale, version),
            CallKind.ResourceGraph => FindProblem("Microsoft.ResourceGraph", "resources", ResourceGraph, version),
            CallKind.ManagementGroups => FindProblem("Microsoft.Management", "managementGroups", ManagementGroups, version),
            CallKind.Subscriptions or CallKind.Tenants or CallKind.ActivityLog or CallKind.Costs or CallKind.Other => DatePattern()
                .IsMatch(version)
                ? null
                : ArmError.Invalid("InvalidApiVersionParameter", $"The api-version '{version}' is invalid."),
            _ => FindProblem("Microsoft.SignalRService", "SignalR", SignalRService, version),
        };

    private static ArmError? FindProblem(string provider, string type, IReadOnlyList<string> known, string version) =>
        Has(known, version)
            ? null
            : ArmError.Invalid(
                "InvalidResourceType",
                $"The resource type '{type}' could not be found in the namespace '{provider}' for api version '{version}'. "
                    + $"The supported api-versions are '{string.Join(',', known.Reverse())}'."
            );

    private static bool Has(IReadOnlyList<string> known, string version) => known.Contains(version, StringComparer.OrdinalIgnoreCase);

    [GeneratedRegex(@"^20\d\d-\d\d-\d\d(-preview)?$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex DatePattern();
}
