using Advisor.Cli.Inputs;
using Advisor.Core.Reports;
using Advisor.Reporting.Json;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>What an evaluation keeps of each report until all are known: what its output has of it, and no more.</summary>
internal sealed class ReportRetention(EvaluateRequest request)
{
    /// <summary>JSON of the resources, in place of their whole reports; null for any other output.</summary>
    public CompressedReports? Compressed { get; } = request is { Format: OutputFormat.Json, Explain: null } ? new() : null;

    /// <summary>Returns what is kept of a report: the whole one only where the output explains it.</summary>
    public ResourceReport Keep(ResourceReport resource) =>
        Compressed is not null ? Compressed.Add(resource)
        : IsExplained(resource) ? resource
        : request.Format == OutputFormat.Focus ? resource.ToSummary() with { Charges = resource.Charges }
        : resource.ToSummary();

    private bool IsExplained(ResourceReport resource) =>
        request.Explain is { } name
            ? NamedResource.IsNamed((resource.Id, resource.Name), name)
            : request.Format == OutputFormat.Markdown && (resource.HasRecommendation || resource.State != ReportState.Ok);
}
