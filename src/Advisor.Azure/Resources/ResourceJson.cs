using System.Globalization;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Text;

namespace Advisor.Azure.Resources;

/// <summary>
/// Parses a SignalR or Web PubSub resource: a response of Resource Manager, or the output of <c>az signalr show</c> and <c>az webpubsub
/// show</c> (the same with the properties one level up).
/// </summary>
public static class ResourceJson
{
    /// <summary>Returns the resource, without settings, autoscale and replicas; or null and a sentence describing the problem.</summary>
    public static (FleetResource? Resource, string? Problem) Parse(JsonElement element)
    {
        try
        {
            return Read(element);
        }
        catch (Exception ex) when (ex is InvalidOperationException or ArgumentException or FormatException)
        {
            return (
                null,
                $"{UntrustedText.Redact(GetText(element, "id") ?? "A resource of the answer")} cannot be read: "
                    + $"{UntrustedText.Redact(ex.Message)}"
            );
        }
    }

    private static (FleetResource? Resource, string? Problem) Read(JsonElement element)
    {
        if (element.ValueKind != JsonValueKind.Object || GetText(element, "id") is not { } idText)
        {
            return (
                null,
                "The resource has no id: expected what Resource Manager answers, or what 'az signalr show' or 'az webpubsub show' prints."
            );
        }

        if (ServiceTypes.TryParseId(idText) is not { } id)
        {
            return (null, $"'{UntrustedText.Redact(idText)}' is not the id of a SignalR or Web PubSub resource.");
        }

        var sku = GetChild(element, "sku");
        if (GetText(sku, "name") is not { } skuName || GetText(element, "location") is not { } location)
        {
            return (null, $"{idText} has no sku or no location in the answer.");
        }

        if (!IsRegion(NormalizeRegion(location)))
        {
            return (null, $"{idText} has the location '{UntrustedText.Redact(location)}', which is not a region name.");
        }

        if (ParseUnits(sku, skuName) is not { } units)
        {
            return (null, $"{idText} has no capacity in its sku, so its units are unknown.");
        }

        if (ParseTags(GetChild(element, "tags")) is not { } tags)
        {
            return (null, $"{idText} has a tag that is not valid text (half of a surrogate pair): set the tag again.");
        }

        var properties = GetChild(element, "properties") is { ValueKind: JsonValueKind.Object } inner ? inner : element;
        return (
            new FleetResource
            {
                Id = idText,
                Name = ResourceIds.GetName(idText),
                SubscriptionId = id.SubscriptionId!,
                ResourceGroup = id.ResourceGroupName!,
                Service = ServiceTypes.Find(id)!.Value,
                Region = NormalizeRegion(location),
                Sku = skuName,
                Units = units,
                ServiceMode = ParseServiceMode(properties),
                ProvisioningState = GetText(properties, "provisioningState") ?? "Unknown",
                CreatedAt = ParseInstant(GetText(GetChild(element, "systemData"), "createdAt")),
                Tags = tags,
                IsServing =
                    !IsWord(GetText(properties, "resourceStopped"), "true")
                    && !IsWord(GetText(properties, "regionEndpointEnabled"), "Disabled"),
            },
            null
        );
    }

    /// <summary>Converts a region to its short form: "West Europe" becomes "westeurope".</summary>
    internal static string NormalizeRegion(string location) =>
        location.Replace(" ", string.Empty, StringComparison.Ordinal).ToLowerInvariant();

    internal static ServiceMode ParseServiceMode(string? value) =>
        value?.ToLowerInvariant() switch
        {
            "serverless" => ServiceMode.Serverless,
            "classic" => ServiceMode.Classic,
            _ => ServiceMode.Default,
        };

    /// <summary>Returns the text of a property; null if it is absent, not a string, or not valid text.</summary>
    internal static string? GetText(JsonElement element, string name) =>
        GetChild(element, name) is { ValueKind: JsonValueKind.String } value ? GetText(value) : null;

    /// <summary>Returns a property; undefined if it is absent or the element is not an object.</summary>
    internal static JsonElement GetChild(JsonElement element, string name)
    {
        try
        {
            return element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out var value) ? value : default;
        }
        catch (InvalidOperationException)
        {
            // The name of a neighbouring property is not valid text.
            return default;
        }
    }

    /// <summary>Returns the elements of a list; none if it is absent or no list.</summary>
    internal static IEnumerable<JsonElement> ListItems(JsonElement element, string name) =>
        GetChild(element, name) is { ValueKind: JsonValueKind.Array } list ? list.EnumerateArray() : [];

    // JSON may contain half of a surrogate pair (\ud800), which is not valid text in .NET.
    private static string? GetText(JsonElement value)
    {
        try
        {
            return value.GetString();
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    private static bool IsWord(string? text, string word) => string.Equals(text, word, StringComparison.OrdinalIgnoreCase);

    // "2021-07-14T06:55:46.4532231Z"; year 1 where a program wrote a time that it did not have.
    private static DateTimeOffset? ParseInstant(string? text) =>
        DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var instant)
        && instant > DateTimeOffset.UnixEpoch
            ? instant.ToUniversalTime()
            : null;

    // A region becomes part of a host name, to which a token is sent.
    private static bool IsRegion(string region) =>
        region.Length is > 0 and <= 50 && region.All(c => char.IsAsciiLetterOrDigit(c) || c == '-');

    // A free resource has one unit, even if the response does not state it.
    internal static int? ParseUnits(JsonElement sku, string name) =>
        GetChild(sku, "capacity") is { ValueKind: JsonValueKind.Number } capacity && capacity.TryGetInt32(out var units) && units > 0
            ? units
        : name.StartsWith("Free", StringComparison.OrdinalIgnoreCase) ? 1
        : null;

    private static ServiceMode ParseServiceMode(JsonElement properties) =>
        ParseServiceMode(
            GetText(ListItems(properties, "features").FirstOrDefault(feature => IsWord(GetText(feature, "flag"), "ServiceMode")), "value")
        );

    /// <summary>Returns the tags; null if one is not valid text, since its setting cannot be known.</summary>
    private static Dictionary<string, string>? ParseTags(JsonElement tags)
    {
        var read = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        if (tags.ValueKind == JsonValueKind.Object)
        {
            foreach (var tag in tags.EnumerateObject().Where(t => t.Value.ValueKind == JsonValueKind.String))
            {
                if (GetText(tag.Value) is not { } value)
                {
                    return null;
                }

                read[tag.Name] = value;
            }
        }

        return read;
    }
}
