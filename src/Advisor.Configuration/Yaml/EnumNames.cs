using Advisor.Configuration.Resources;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Text;

namespace Advisor.Configuration.Yaml;

/// <summary>Names of values in rules, settings and tags; read without case.</summary>
internal static class EnumNames
{
    public static IReadOnlyDictionary<string, ServiceKind> Services { get; } = Create<ServiceKind>("signalr", "webpubsub");

    public static IReadOnlyDictionary<string, BillingModel> BillingModels { get; } = Create<BillingModel>();

    /// <summary>Sources of prices; file is the user's.</summary>
    public static IReadOnlyDictionary<string, PriceSource> PriceSources { get; } = Create<PriceSource>("list", "file", "retail");

    public static IReadOnlyDictionary<string, CostSource> CostSources { get; } = Create<CostSource>();

    public static IReadOnlyDictionary<string, AdvisorMode> Modes { get; } = Create<AdvisorMode>();

    public static IReadOnlyDictionary<string, PausedScaling> Pauses { get; } = Create<PausedScaling>();

    public static IReadOnlyDictionary<string, ScalingTrust> Trusts { get; } = Create<ScalingTrust>();

    public static IReadOnlyDictionary<string, FailoverTarget> Failovers { get; } = Create<FailoverTarget>();

    public static IReadOnlyDictionary<string, EndpointSizes> EndpointSizes { get; } = Create<EndpointSizes>();

    public static IReadOnlyDictionary<string, TagTrust> TagTrusts { get; } = Create<TagTrust>();

    public static IReadOnlyDictionary<string, UseCase> UseCases { get; } = Create<UseCase>([.. UseCaseNames.All]);

    /// <summary>Limits of a resource, in the order of the line contract.</summary>
    public static IReadOnlyDictionary<string, Limit> Limits { get; } = Create(Enum.GetValues<Limit>().Where(l => l != Limit.None));

    public static IReadOnlyDictionary<string, AlertSeverity> Severities { get; } = Create<AlertSeverity>();

    /// <summary>Creates the names of an enum: those of its members in camel case, in their order.</summary>
    public static IReadOnlyDictionary<string, T> Create<T>()
        where T : struct, Enum => Create(Enum.GetValues<T>());

    private static Dictionary<string, T> Create<T>(IEnumerable<T> values)
        where T : struct, Enum => values.ToDictionary(EnumText.ToCamelCase, StringComparer.OrdinalIgnoreCase);

    /// <summary>Creates other names of an enum, in the order of its members.</summary>
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
