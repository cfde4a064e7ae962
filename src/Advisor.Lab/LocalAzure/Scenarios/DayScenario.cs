using System.Text.Json;
using Advisor.Lab.LocalAzure.Load;
using Advisor.Lab.LocalAzure.Resources;
using Advisor.Lab.Resources;

namespace Advisor.Lab.LocalAzure.Scenarios;

/// <summary>A simulated day as data: start, length, resources, and scheduled events of a resource or a region.</summary>
/// <param name="Start">First minute, UTC.</param>
/// <param name="Hours">Length in hours, above 0 and at most 1000.</param>
public sealed record DayScenario(DateTimeOffset Start, double Hours, IReadOnlyList<LocalResourceSpec> Resources)
{
    private const int MaxHours = 1000;

    /// <summary>Parses the JSON of a scenario; comments are allowed.</summary>
    /// <exception cref="FormatException">The scenario is invalid; the message says why, in one sentence.</exception>
    public static DayScenario Parse(string json)
    {
        try
        {
            var text = JsonSerializer.Deserialize(json, DayJson.Default.DayText) ?? throw new FormatException("The scenario is empty.");
            return FindProblem(text) is { } problem
                ? throw new FormatException(problem)
                : new DayScenario(
                    text.Start!.Value.ToUniversalTime(),
                    text.Hours!.Value,
                    [.. text.Resources!.Select(resource => CreateSpec(text, resource!))]
                );
        }
        catch (JsonException e)
        {
            // The library's message contains type names of this program.
            var what = e.Message.StartsWith("The JSON value could not be converted", StringComparison.Ordinal)
                ? $"{(e.Path is null or "$" ? "the scenario" : e.Path.TrimStart('$', '.'))} has a value of another kind than expected."
                : e.Message.Split(" Path:")[0];
            throw new FormatException($"Line {(e.LineNumber ?? 0) + 1} of the scenario: {what}", e);
        }
    }

    /// <summary>Returns the first missing or invalid value; null when there is none. Names and JSON types were checked before.</summary>
    private static string? FindProblem(DayText day)
    {
        if (
            FindMissing((day.Start is null, "start"), (day.Hours is null, "hours"), (day.Resources is null or [], "resources")) is
            { } missing
        )
        {
            return $"The scenario lacks {missing}. It needs start, hours and at least one resource.";
        }

        if (day.Hours is not (> 0 and <= MaxHours))
        {
            return $"'hours' is above 0 and at most {MaxHours}.";
        }

        if (day.Start!.Value.Year is < 1971 or > 2199)
        {
            return "'start' is in the years 1971 to 2199.";
        }

        foreach (var (i, resource) in day.Resources!.Index())
        {
            if (
                resource is null
                || FindMissing(
                    (string.IsNullOrEmpty(resource.Name), "name"),
                    (string.IsNullOrEmpty(resource.Region), "region"),
                    (resource.Units is null, "units"),
                    (resource.Connections is null, "connections")
                )
                    is not null
            )
            {
                return $"resources[{i}] needs name, region, units and connections.";
            }

            if (resource.Units < 1 || resource.Connections is not (>= 0 and <= double.MaxValue))
            {
                return $"resources[{i}] has at least 1 unit and no negative connections.";
            }

            if (day.Resources!.Take(i).Any(before => string.Equals(before!.Name, resource.Name, StringComparison.OrdinalIgnoreCase)))
            {
                return $"resources[{i}] has the name of one before it, '{resource.Name}'.";
            }
        }

        return (day.Regions ?? []).Any(region => region is null || string.IsNullOrEmpty(region.Region) || region.Steps is null)
                ? "Each of 'regions' needs region and steps."
            : day.Resources!.SelectMany(resource => resource!.Steps ?? [])
                .Concat((day.Regions ?? []).SelectMany(region => region!.Steps!))
                .Any(step => step is null or { From: null } or { Until: null })
                ? "Each of 'steps' needs from and until."
            : null;
    }

    private static string? FindMissing(params ReadOnlySpan<(bool Is, string Name)> fields)
    {
        var names = new List<string>();
        foreach (var (isMissing, name) in fields)
        {
            if (isMissing)
            {
                names.Add(name);
            }
        }

        return names.Count == 0 ? null : string.Join(", ", names);
    }

    private static LocalResourceSpec CreateSpec(DayText day, ResourceText resource) =>
        new()
        {
            Name = resource.Name!,
            Region = resource.Region!,
            Units = resource.Units!.Value,
            Sku = resource.Sku is null
                ? "Standard_S1"
                : LocalSku.Find(resource.Sku)?.Name
                    ?? throw new FormatException(
                        $"There is no SKU '{resource.Sku}' ({resource.Name}); "
                            + $"use {string.Join(", ", LocalSku.All.Select(sku => sku.Name))}."
                    ),
            Tags = resource.Tags ?? new Dictionary<string, string>(StringComparer.Ordinal),
            Load = new LocalLoad
            {
                Connections = resource.Connections!.Value,
                DailyWave = 0,
                Shape =
                    LoadShape.Find(resource.Shape ?? "echo")
                    ?? throw new FormatException($"There is no shape '{resource.Shape}' ({resource.Name}); use {Shapes}."),
                Steps =
                [
                    .. (resource.Steps ?? [])
                        .Concat((day.Regions ?? []).Where(r => r!.Region == resource.Region).SelectMany(r => r!.Steps!))
                        .Select(step => CreateStep(day.Start!.Value, step!)),
                ],
            },
            Shows = resource.Shows ?? "",
        };

    private static string Shapes => string.Join(", ", LoadShape.All.Select(shape => shape.Name));

    private static LoadStep CreateStep(DateTimeOffset start, StepText step)
    {
        if (step.Until <= step.From || step.Every is null != step.For is null || step.For is < 1 || step.For > step.Every)
        {
            throw new FormatException(
                $"The step from {step.From:c} to {step.Until:c} must end after it begins; 'every' and 'for' stand together, "
                    + "'for' being the smaller."
            );
        }

        return new LoadStep(start + step.From!.Value, start + step.Until!.Value)
        {
            Every = step.Every,
            For = step.For,
            Connections = step.Connections,
            StuckServerLoad = step.StuckServerLoad,
            SystemErrors = step.SystemErrors,
            Opens = step.Opens,
            Closes = step.Closes,
            MetricsMissing = step.MetricsMissing,
        };
    }
}
