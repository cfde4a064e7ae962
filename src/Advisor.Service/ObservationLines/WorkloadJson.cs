using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Service.ObservationLines;

/// <summary>Reads the workload of a line: an array of parts with useCase, share, messageBytes and groupSize.</summary>
internal static class WorkloadJson
{
    private const int DefaultMessageBytes = 2048;
    private const string Expected = "an array of parts such as {\"useCase\":\"echo\",\"share\":1,\"messageBytes\":2048}";

    /// <summary>Reads a workload from valid JSON.</summary>
    /// <returns>The workload, null for an empty array; or the problem.</returns>
    public static (Workload? Workload, ObservationLineProblem? Problem) Read(ReadOnlySpan<byte> json)
    {
        try
        {
            return ReadParts(json);
        }
        catch (InvalidOperationException)
        {
            return (null, ObservationLineProblem.Invalid("workload", $"{Expected}; a text in it has half of a surrogate pair"));
        }
    }

    private static (Workload? Workload, ObservationLineProblem? Problem) ReadParts(ReadOnlySpan<byte> json)
    {
        using var document = JsonDocument.Parse(json.ToArray());
        if (document.RootElement.ValueKind != JsonValueKind.Array)
        {
            return (null, ObservationLineProblem.Invalid("workload", Expected));
        }

        var parts = new List<WorkloadPart>();
        foreach (var element in document.RootElement.EnumerateArray())
        {
            if (ReadPart(element) is not { } part)
            {
                return (
                    null,
                    ObservationLineProblem.Invalid("workload", $"{Expected}; use cases are {string.Join(", ", UseCaseNames.All)}")
                );
            }

            parts.Add(part);
        }

        return (parts.Count == 0 ? null : new Workload(parts), null);
    }

    private static WorkloadPart? ReadPart(JsonElement element)
    {
        if (
            element.ValueKind != JsonValueKind.Object
            || !element.TryGetProperty("useCase", out var name)
            || name.ValueKind != JsonValueKind.String
            || !UseCaseNames.TryParse(name.GetString(), out var useCase)
            || !TryReadNumber(element, "share", 1, out var share)
            || share is not (> 0 and <= 1)
            || !TryReadNumber(element, "messageBytes", DefaultMessageBytes, out var bytes)
            || bytes is not (>= 1 and <= int.MaxValue)
            || !TryReadNumber(element, "groupSize", 0, out var size)
            || size is not (>= 0 and <= int.MaxValue)
        )
        {
            return null;
        }

        return new WorkloadPart(useCase, new Ratio(share), (int)bytes, size > 0 ? (int)size : null);
    }

    private static bool TryReadNumber(JsonElement element, string name, double otherwise, out double value)
    {
        value = otherwise;
        return !element.TryGetProperty(name, out var found)
            || found.ValueKind == JsonValueKind.Null
            || (found.ValueKind == JsonValueKind.Number && found.TryGetDouble(out value));
    }
}
