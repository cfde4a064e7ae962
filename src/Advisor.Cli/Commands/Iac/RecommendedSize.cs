using System.Text.Json;
using Advisor.Cli.Inputs;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Advisor.Reporting.Json;

namespace Advisor.Cli.Commands.Iac;

/// <summary>Size in force and recommended size of a resource, as <c>advisor evaluate --output json</c> has them.</summary>
/// <param name="Id">Id of the resource; its name where the user named it.</param>
/// <param name="InForce">Size in force; null when it is not known.</param>
/// <param name="Target">Recommended size; the one in force without a recommendation, null when nothing was decided.</param>
public sealed record RecommendedSize(string Id, string Name, Size? InForce, Size? Target)
{
    /// <summary>Why the recommendation is advice only, in words; null when it is not, or there is none.</summary>
    public string? AdvisoryReason { get; init; }

    /// <summary>Reads a report.</summary>
    /// <exception cref="CommandException">The file is missing, or is no report.</exception>
    public static IReadOnlyList<RecommendedSize> ReadAll(CliContext cli, string file)
    {
        try
        {
            using var report = JsonDocument.Parse(FileInput.ReadUtf8(cli, file));
            return [.. report.RootElement.GetProperty("resources").EnumerateArray().Select(Read)];
        }
        catch (Exception fault) when (fault is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            throw CommandException.CreateInvalidInput(
                $"'{UntrustedText.Sanitize(file)}' is no report: write one with 'advisor evaluate --output json > report.json'.",
                fault
            );
        }
    }

    private static RecommendedSize Read(JsonElement resource)
    {
        var target = resource.GetProperty("targetUnits");
        return new(
            resource.GetProperty("id").GetString()!,
            resource.GetProperty("name").GetString()!,
            new Size(resource.GetProperty("sku").GetString()!, resource.GetProperty("units").GetInt32()),
            target.ValueKind == JsonValueKind.Null ? null : new Size(resource.GetProperty("targetSku").GetString()!, target.GetInt32())
        )
        {
            AdvisoryReason =
                FindText(resource, "advisoryReason")
                ?? (FindText(resource, "action") == ScalingAction.Advise.ToWireName() ? "Advisor itself would not make this change" : null),
        };
    }

    private static string? FindText(JsonElement resource, string name) =>
        resource.TryGetProperty(name, out var value) ? value.GetString() : null;
}
