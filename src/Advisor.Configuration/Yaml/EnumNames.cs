using Advisor.Configuration.Resources;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Yaml;

/// <summary>Names of values in rules, settings and tags; read without case.</summary>
internal static class EnumNames
{
    public static IReadOnlyDictionary<string, ServiceKind> Services { get; } = Create<ServiceKind>("signalr", "webpubsub");

    public static IReadOnlyDictionary<string, BillingModel> BillingModels { get; } = Create<BillingModel>("prorated", "dailyPeak");

    /// <summary>Sources of prices; file is the user's.</summary>
    public static IReadOnlyDictionary<string, PriceSource> PriceSources { get; } = Create<PriceSource>("list", "file", "retail");

    public static IReadOnlyDictionary<string, CostSource> CostSources { get; } = Create<CostSource>("estimate", "actual");

    public static IReadOnlyDictionary<string, AdvisorMode> Modes { get; } =
        Enum.GetValues<AdvisorMode>().ToDictionary(mode => mode.FormatName(), StringComparer.OrdinalIgnoreCase);

    public static IReadOnlyDictionary<string, PausedScaling> Pauses { get; } = Create<PausedScaling>("none", "scaleIn", "scaleOut", "all");

    public static IReadOnlyDictionary<string, ScalingTrust> Trusts { get; } = Create<ScalingTrust>("gradual", "full");

    public static IReadOnlyDictionary<string, FailoverTarget> Failovers { get; } = Create<FailoverTarget>("none", "one");

    public static IReadOnlyDictionary<string, EndpointSizes> EndpointSizes { get; } = Create<EndpointSizes>("oneByOne", "together");

    public static IReadOnlyDictionary<string, TagTrust> TagTrusts { get; } = Create<TagTrust>("all", "limits", "none");

    public static IReadOnlyDictionary<string, UseCase> UseCases { get; } = Create<UseCase>([.. UseCaseNames.All]);

    /// <summary>Limits of a resource, in the order of the line contract.</summary>
    public static IReadOnlyDictionary<string, Limit> Limits { get; } =
        new Dictionary<string, Limit>(StringComparer.OrdinalIgnoreCase)
        {
            ["serverLoad"] = Limit.ServerLoad,
            ["connections"] = Limit.Connections,
            ["inbound"] = Limit.Inbound,
            ["outbound"] = Limit.Outbound,
            ["routing"] = Limit.Routing,
        };

    /// <summary>Creates the names of an enum, in the order of its members.</summary>
    public static IReadOnlyDictionary<string, T> Create<T>(params string[] words)
        where T : struct, Enum
    {
        var values = Enum.GetValues<T>();
        return words.Length == values.Length
            ? words.Zip(values).ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.OrdinalIgnoreCase)
            : throw new ArgumentException(
                $"{typeof(T).Name} has {values.Length} members and {words.Length} words were given.",
                nameof(words)
            );
    }

    /// <summary>Creates the conversion for one of the names; its error suggests the nearest name, or lists all.</summary>
    public static MapReader.Conversion<T?> CreateConversion<T>(IReadOnlyDictionary<string, T> words)
        where T : struct =>
        (string text, out string? reason) =>
        {
            var known = words.TryGetValue(text, out var value);
            reason = known ? null : $"'{text}' is not known; use one of {string.Join(", ", words.Keys)}.";
            return value;
        };
}
