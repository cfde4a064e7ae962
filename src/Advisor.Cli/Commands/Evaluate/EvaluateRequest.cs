using Advisor.Azure;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Evaluation;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Request of one run of evaluate or demo.</summary>
internal sealed record EvaluateRequest
{
    public OutputFormat Format { get; init; } = OutputFormat.Text;

    /// <summary>Folder with the user's rules; null = built in.</summary>
    public string? RulesFolder { get; init; }

    /// <summary>Settings file; null = advisor.yaml in the working folder, if it exists.</summary>
    public string? ConfigFile { get; init; }

    /// <summary>Whether advisor.yaml in the working folder is ignored.</summary>
    public bool IgnoreConfig { get; init; }

    /// <summary>Scope of the command line; empty = that of the configuration or the environment.</summary>
    public FleetScope Scope { get; init; } = new();

    /// <summary>Cloud; null = that of the configuration, else the public one.</summary>
    public AzureEndpoints? Cloud { get; init; }

    /// <summary>Whether to start a loopback Azure in this process and evaluate it.</summary>
    public bool Local { get; init; }

    /// <summary>Resources of the loopback Azure of this process; null = the ten of <see cref="LocalScenario.Ten"/>.</summary>
    public IReadOnlyList<LocalResourceSpec>? LocalResources { get; init; }

    /// <summary>A running loopback Azure.</summary>
    public Uri? Endpoint { get; init; }

    /// <summary>Output of the Azure CLI for one resource; requires <see cref="MetricsFile"/>.</summary>
    public string? ResourceFile { get; init; }

    public string? MetricsFile { get; init; }

    /// <summary>Length of the metrics history to read. Default: 14 days.</summary>
    public TimeSpan History { get; init; } = FleetEvaluator.DefaultHistory;

    /// <summary>Whether the report contains the required units of every interval of the history.</summary>
    public bool KeepsUsage { get; init; }

    /// <summary>Conditions of <c>--fail-on</c>; if any is met, the run ends with exit code 8.</summary>
    public IReadOnlyList<FailCondition> FailOn { get; init; } = [];

    /// <summary>Loads and sizes of <c>--what-if</c>, shown beside those of today.</summary>
    public IReadOnlyList<WhatIfCase> WhatIf { get; init; } = [];

    public ReportFilter Only { get; init; }

    public ReportOrder Sort { get; init; }

    /// <summary>Whether the table has the bars of the five limits, and every note; otherwise one line per resource.</summary>
    public bool ShowsBars { get; init; }

    /// <summary>Name or id of the one resource to explain; null = the table.</summary>
    public string? Explain { get; init; }
}
