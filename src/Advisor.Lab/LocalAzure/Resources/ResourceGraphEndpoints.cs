using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>
/// Azure Resource Graph, and what descends from a management group. A query covers subscriptions, or management groups, or without both
/// everything that the caller may read; rows of subscriptions without a role of the caller are left out.
/// </summary>
internal sealed class ResourceGraphEndpoints(LocalFleet fleet, LocalAzureOptions options)
{
    private const int DefaultRows = 100;
    private const string Groups = "/providers/Microsoft.Management/managementGroups/";

    // Azure permits 15 queries of a caller in 5 seconds; throttling itself is simulated by faults.
    private const int QueriesPerWindow = 15;
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(5);

    private readonly IReadOnlyList<LocalManagementGroup> groups =
        options.ManagementGroups ?? [new LocalManagementGroup(LocalManagementGroup.DefaultName, fleet.Subscriptions)];

    public void Map(IEndpointRouteBuilder routes)
    {
        routes
            .MapPost("/providers/Microsoft.ResourceGraph/resources", (RequestDelegate)QueryAsync)
            .WithMetadata(new CallKindMetadata(CallKind.ResourceGraph));
        routes
            .MapGet(Groups + "{group}/descendants", (RequestDelegate)ListDescendantsAsync)
            .WithMetadata(new CallKindMetadata(CallKind.ManagementGroups));
    }

    private async Task QueryAsync(HttpContext http)
    {
        http.Response.Headers["x-ms-user-quota-remaining"] = (QueriesPerWindow - 1).ToString(CultureInfo.InvariantCulture);
        http.Response.Headers["x-ms-user-quota-resets-after"] = Window.ToString("c");
        if (ArmRoutes.FindVersionProblem(http, CallKind.ResourceGraph) is { } wrong)
        {
            await wrong.WriteAsync(http);
            return;
        }

        try
        {
            using var body = await JsonDocument.ParseAsync(http.Request.Body);
            await AnswerAsync(http, body.RootElement);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or FormatException)
        {
            await ArmError.Invalid("BadRequest", $"The request body is not valid: {e.Message}").WriteAsync(http);
        }
    }

    private async Task AnswerAsync(HttpContext http, JsonElement body)
    {
        var (subscriptions, refusal) = FindSubscriptions(body);
        var query = body.TryGetProperty("query", out var text) ? text.GetString() ?? "" : "";
        var (rows, problem) = refusal is null ? ResourceGraphQuery.Run(query, ListKnown(subscriptions)) : ([], refusal);
        if (problem is not null)
        {
            await problem.WriteAsync(http);
            return;
        }

        var (top, skip) = ReadPage(body);
        var page = rows.Skip(skip).Take(top).ToList();
        var answer = new JsonObject
        {
            ["totalRecords"] = rows.Count,
            ["count"] = page.Count,
            ["data"] = new JsonArray([.. page]),
            ["facets"] = new JsonArray(),
            ["resultTruncated"] = "false",
        };
        if (skip + page.Count < rows.Count)
        {
            answer["$skipToken"] = Convert.ToBase64String(Encoding.UTF8.GetBytes($"{top} {skip + page.Count}"));
        }

        await http.WriteJsonAsync(answer);
    }

    /// <summary>Returns the readable subscriptions of a query; a scope that does not exist or may not be read is refused.</summary>
    private (IReadOnlyList<string> Subscriptions, ArmError? Refusal) FindSubscriptions(JsonElement body)
    {
        if (ReadTexts(body, "managementGroups") is { } named)
        {
            var refused = named.Find(name => Find(name) is not { IsReadable: true });
            return refused is null
                ? ([.. named.SelectMany(name => ListBelow(name)).Where(fleet.IsReadable).Distinct(StringComparer.OrdinalIgnoreCase)], null)
                : ([], new ArmError(StatusCodes.Status403Forbidden, "AccessDenied", $"Access to management group '{refused}' is denied."));
        }

        var readable = (ReadTexts(body, "subscriptions") ?? [.. fleet.Subscriptions]).Where(fleet.Has).Where(fleet.IsReadable).ToList();
        return readable.Count > 0
            ? (readable, null)
            : ([], new ArmError(StatusCodes.Status403Forbidden, "AccessDenied", "No subscription of the request may be read."));
    }

    // A resource that was just added is not in the index yet.
    private IEnumerable<LocalResource> ListKnown(IReadOnlyList<string> subscriptions) =>
        subscriptions
            .SelectMany(fleet.ListAll)
            .Where(r => r.AddedAt == DateTimeOffset.MinValue || fleet.Clock.Now - r.AddedAt >= options.ResourceGraphLag);

    private (int Top, int Skip) ReadPage(JsonElement body)
    {
        if (!body.TryGetProperty("options", out var settings))
        {
            return (Math.Min(DefaultRows, options.ResourceGraphPageSize), 0);
        }

        var top = settings.TryGetProperty("$top", out var stated) ? stated.GetInt32() : DefaultRows;
        top = Math.Clamp(top, 1, options.ResourceGraphPageSize);
        if (!settings.TryGetProperty("$skipToken", out var token))
        {
            return (top, settings.TryGetProperty("$skip", out var skip) ? skip.GetInt32() : 0);
        }

        var parts = Encoding.UTF8.GetString(Convert.FromBase64String(token.GetString() ?? "")).Split(' ');
        return (Math.Min(top, int.Parse(parts[0], CultureInfo.InvariantCulture)), int.Parse(parts[^1], CultureInfo.InvariantCulture));
    }

    private static List<string>? ReadTexts(JsonElement body, string name) =>
        body.TryGetProperty(name, out var list) && list.ValueKind == JsonValueKind.Array
            ? [.. list.EnumerateArray().Select(item => item.GetString() ?? "")]
            : null;

    private Task ListDescendantsAsync(HttpContext http)
    {
        var name = http.GetRouteText("group");
        if (ArmRoutes.FindVersionProblem(http, CallKind.ManagementGroups) is { } wrong)
        {
            return wrong.WriteAsync(http);
        }

        // Azure refuses a group that does not exist as one that the caller may not read.
        if (Find(name) is not { IsReadable: true } group)
        {
            return ArmError.Unauthorized("Microsoft.Management/managementGroups/descendants/read", Groups + name).WriteAsync(http);
        }

        var all = ListDescendants(group).ToList();
        _ = int.TryParse(http.Request.Query["$skiptoken"], NumberStyles.None, CultureInfo.InvariantCulture, out var skip);
        var answer = ResourceEndpoints.BuildList(all.Skip(skip).Take(options.PageSize));
        if (skip + options.PageSize < all.Count)
        {
            var next = $"{http.Request.Path}?api-version={http.GetApiVersion()}&$skiptoken={skip + options.PageSize}";
            answer["nextLink"] = http.ToAbsoluteUrl(next);
        }

        return http.WriteJsonAsync(answer);
    }

    private IEnumerable<JsonObject> ListDescendants(LocalManagementGroup group) =>
        group
            .Subscriptions.Select(id => BuildDescendant($"/subscriptions/{id}", "/subscriptions", id, group))
            .Concat(
                ListChildren(group)
                    .SelectMany(child =>
                        ListDescendants(child)
                            .Prepend(BuildDescendant(Groups + child.Name, "Microsoft.Management/managementGroups", child.Name, group))
                    )
            );

    private static JsonObject BuildDescendant(string id, string type, string name, LocalManagementGroup parent) =>
        new()
        {
            ["id"] = id,
            ["type"] = type,
            ["name"] = name,
            ["properties"] = new JsonObject
            {
                ["displayName"] = name,
                ["parent"] = new JsonObject { ["id"] = Groups + parent.Name },
            },
        };

    private LocalManagementGroup? Find(string name) =>
        groups.FirstOrDefault(group => string.Equals(group.Name, name, StringComparison.OrdinalIgnoreCase));

    private IEnumerable<string> ListBelow(string name) =>
        Find(name) is { } group ? group.Subscriptions.Concat(ListChildren(group).SelectMany(child => ListBelow(child.Name))) : [];

    private IEnumerable<LocalManagementGroup> ListChildren(LocalManagementGroup parent) =>
        groups.Where(group => string.Equals(group.Parent, parent.Name, StringComparison.OrdinalIgnoreCase));
}
