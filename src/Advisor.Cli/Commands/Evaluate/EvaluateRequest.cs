using Advisor.Cli.Inputs;
using Advisor.Core.Reports;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Service.Evaluation;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Request of one run of evaluate or demo.</summary>
internal sealed record EvaluateRequest
{
    public OutputFormat Format { get; init; } = OutputFormat.Text;

    public SettingsSource Settings { get; init; } = new();

    public AzureSource Azure { get; init; } = new();

    /// <summary>Resources of the loopback Azure of this process; null = the ten of <see cref="LocalScenario.Ten"/>.</summary>
    public IReadOnlyList<LocalResourceSpec>? LocalResources { get; init; }

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
