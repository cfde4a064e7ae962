using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using Advisor.LocalAzure.Load;
using Advisor.LocalAzure.Resources;
using Advisor.Simulation.Plant;

namespace Advisor.LocalAzure.Scenarios;

/// <summary>A made-up day as data: when it begins, how long it lasts, the resources, and what happens to each or to a region at which time.</summary>
/// <param name="Start">The first minute, UTC.</param>
public sealed record DayScenario(DateTimeOffset Start, double Hours, IReadOnlyList<LocalResourceSpec> Resources)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        ReadCommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    /// <summary>Reads the JSON of a scenario; comments are allowed.</summary>
    /// <exception cref="FormatException">What is wrong with it, in one sentence.</exception>
    public static DayScenario Parse(string json)
    {
        try
        {
            var text = JsonSerializer.Deserialize<DayText>(json, Json) ?? throw new FormatException("The scenario is empty.");
            return new DayScenario(text.Start.ToUniversalTime(), text.Hours, [.. text.Resources.Select(resource => Spec(text, resource))]);
        }
        catch (JsonException e)
        {
            throw new FormatException(string.Create(CultureInfo.InvariantCulture, $"Line {(e.LineNumber ?? 0) + 1} of the scenario: {e.Message.Split(" Path:")[0]}"), e);
        }
    }

    private static LocalResourceSpec Spec(DayText day, ResourceText resource) => new()
    {
        Name = resource.Name,
        Region = resource.Region,
        Units = resource.Units,
        Sku = resource.Sku ?? "Standard_S1",
        Tags = resource.Tags,
        Load = new LocalLoad
        {
            Connections = resource.Connections,
            DailyWave = 0,
            Shape = LoadShape.Find(resource.Shape ?? "echo") ?? throw new FormatException($"There is no shape '{resource.Shape}' ({resource.Name}); use {Shapes}."),
            Steps = [.. (resource.Steps ?? []).Concat((day.Regions ?? []).Where(r => r.Region == resource.Region).SelectMany(r => r.Steps)).Select(step => Step(day, step))],
        },
        Shows = resource.Shows ?? "",
    };

    private static string Shapes => string.Join(", ", LoadShape.All.Select(shape => shape.Name));

    private static LoadStep Step(DayText day, StepText step)
    {
        if (step.Until <= step.From || step.Every is null != step.For is null || step.For is < 1 || step.For > step.Every)
        {
            throw new FormatException($"The step from {step.From:c} to {step.Until:c} must end after it begins; 'every' and 'for' stand together, 'for' being the smaller.");
        }

        return new LoadStep(day.Start + step.From, day.Start + step.Until)
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

    private sealed record DayText(DateTimeOffset Start, double Hours, IReadOnlyList<ResourceText> Resources, IReadOnlyList<RegionText>? Regions = null);

    private sealed record RegionText(string Region, IReadOnlyList<StepText> Steps);

    private sealed record ResourceText(
        string Name,
        string Region,
        int Units,
        double Connections,
        IReadOnlyDictionary<string, string> Tags,
        string? Sku = null,
        string? Shape = null,
        string? Shows = null,
        IReadOnlyList<StepText>? Steps = null);

    /// <param name="From">Since the start: 09:30:00, or 1.00:00:00 for the second day.</param>
    private sealed record StepText(
        TimeSpan From,
        TimeSpan Until,
        int? Every = null,
        int? For = null,
        double? Connections = null,
        double? StuckServerLoad = null,
        double? SystemErrors = null,
        double? Opens = null,
        IReadOnlyDictionary<string, double>? Closes = null,
        bool MetricsMissing = false);
}
