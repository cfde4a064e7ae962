using Advisor.Core.Capacity;
using Advisor.Core.Scaling;

namespace Advisor.Runtime.Yaml;

/// <summary>The words that stand for values in rules, settings and tags; read without regard to case.</summary>
internal static class Words
{
    public static IReadOnlyDictionary<string, ServiceKind> Services { get; } = Of<ServiceKind>("signalr", "webpubsub");

    public static IReadOnlyDictionary<string, BillingModel> Billing { get; } = Of<BillingModel>("prorated", "dailyPeak");

    public static IReadOnlyDictionary<string, AdvisorMode> Modes { get; } = Of<AdvisorMode>("observe", "recommend", "approve", "autoUp", "auto");

    public static IReadOnlyDictionary<string, PausedScaling> Pauses { get; } = Of<PausedScaling>("none", "scaleIn", "scaleOut", "all");

    public static IReadOnlyDictionary<string, UseCase> UseCases { get; } = Of<UseCase>([.. UseCaseNames.All]);

    /// <summary>The limits of a resource, in the order of the line contract.</summary>
    public static IReadOnlyDictionary<string, Dimension> Limits { get; } = new Dictionary<string, Dimension>(StringComparer.OrdinalIgnoreCase)
    {
        ["serverLoad"] = Dimension.ServerLoad,
        ["connections"] = Dimension.Connections,
        ["inbound"] = Dimension.Inbound,
        ["outbound"] = Dimension.Outbound,
        ["routing"] = Dimension.Routing,
    };

    /// <summary>The words of an enum, in the order of its members.</summary>
    public static IReadOnlyDictionary<string, T> Of<T>(params string[] words)
        where T : struct, Enum
    {
        var values = Enum.GetValues<T>();
        return words.Length == values.Length
            ? words.Zip(values).ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.OrdinalIgnoreCase)
            : throw new ArgumentException($"{typeof(T).Name} has {values.Length} members and {words.Length} words were given.", nameof(words));
    }

    /// <summary>Reads one of the words; the reason names the nearest one, or all.</summary>
    public static MapReader.Conversion<T?> Conversion<T>(IReadOnlyDictionary<string, T> words)
        where T : struct => (string text, out string? reason) =>
    {
        var known = words.TryGetValue(text, out var value);
        reason = known ? null : $"'{text}' is not known; use one of {string.Join(", ", words.Keys)}.";
        return value;
    };
}
