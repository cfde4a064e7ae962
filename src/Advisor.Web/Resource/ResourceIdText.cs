namespace Advisor.Web.Resource;

/// <summary>Parses resource ids from requests.</summary>
internal static class ResourceIdText
{
    public const string Problem =
        "Not a resource id. A resource id has the form "
        + "/subscriptions/ID/resourceGroups/NAME/providers/Microsoft.SignalRService/SignalR/NAME (or WebPubSub/NAME).";

    private const int MaxLength = 400;

    /// <summary>Returns the id with its leading slash; null when the text is not one.</summary>
    public static string? Read(string? text)
    {
        var parts = (text ?? "").Trim('/').Split('/');
        return
            (parts.Length == 8 || (parts.Length == 10 && IsValid(parts[8], "replicas")))
            && parts.All(part => part.Length > 0)
            && text!.Length <= MaxLength
            && IsValid(parts[0], "subscriptions")
            && IsValid(parts[2], "resourceGroups")
            && IsValid(parts[4], "providers")
            && IsValid(parts[5], "Microsoft.SignalRService")
            && !text.Any(char.IsControl)
            ? "/" + string.Join('/', parts)
            : null;
    }

    private static bool IsValid(string part, string word) => string.Equals(part, word, StringComparison.OrdinalIgnoreCase);
}
