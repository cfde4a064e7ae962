using Advisor.Azure;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Service.Evaluate;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>What one run of evaluate or demo is asked for.</summary>
internal sealed record EvaluateRequest
{
    public OutputFormat Format { get; init; } = OutputFormat.Text;

    /// <summary>Folder with rules of the user; null = built in.</summary>
    public string? RulesFolder { get; init; }

    /// <summary>Settings file; null = advisor.yaml in the working folder where there is one.</summary>
    public string? ConfigFile { get; init; }

    /// <summary>True where not even an advisor.yaml in the working folder is read.</summary>
    public bool IgnoreConfig { get; init; }

    /// <summary>What the command line says; empty = what the configuration or the environment says.</summary>
    public FleetScope Scope { get; init; } = new();

    /// <summary>Null = the configuration's, else the public one.</summary>
    public AzureEndpoints? Cloud { get; init; }

    /// <summary>Whether to start a loopback Azure in this process and look at it.</summary>
    public bool Local { get; init; }

    /// <summary>A loopback Azure that runs already.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>What the Azure CLI printed of one resource; then <see cref="MetricsFile"/> is set as well.</summary>
    public string? ResourceFile { get; init; }

    public string? MetricsFile { get; init; }

    public TimeSpan History { get; init; } = FleetEvaluator.DefaultHistory;

    /// <summary>Whether the resources show what every stretch of the history asked for.</summary>
    public bool KeepsUsage { get; init; }

    /// <summary>Conditions of <c>--fail-on</c>; any that holds ends the pass with exit code 8.</summary>
    public IReadOnlyList<FailCondition> FailOn { get; init; } = [];

    /// <summary>Sizes of <c>--what-if</c>, shown beside the one in force.</summary>
    public IReadOnlyList<WhatIfSize> WhatIf { get; init; } = [];

    public ReportFilter Only { get; init; }

    public ReportOrder Sort { get; init; }

    /// <summary>Name or id of the one resource to explain; null = the table.</summary>
    public string? Explain { get; init; }
}
