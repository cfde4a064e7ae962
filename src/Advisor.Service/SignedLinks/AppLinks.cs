using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Advisor.Service.Approvals;
using Advisor.Service.Silences;

namespace Advisor.Service.SignedLinks;

/// <summary>
/// Links from messages to the app's own pages: created by the service, verified by the pages. Each carries a signed token for one purpose
/// and one subject, so that recipients of the message can open it and it cannot be forged. A link proves that its holder has the message,
/// not who the holder is.
/// </summary>
public sealed class AppLinks
{
    /// <summary>Validity of an approval link: as long as the service waits before it asks again.</summary>
    public static readonly TimeSpan ApprovalLifetime = TimeSpan.FromDays(1);

    /// <summary>Validity of the silence and details links of a message.</summary>
    public static readonly TimeSpan MessageLifetime = TimeSpan.FromDays(7);

    /// <summary>Validity of the form of an opened page.</summary>
    public static readonly TimeSpan FormLifetime = TimeSpan.FromDays(1);

    private const string Approval = "approval";
    private const string Silence = "silence";
    private const string Resource = "resource";
    private const string Form = "form";

    private readonly Uri address;
    private readonly KeyRing keys;
    private readonly LinkSigner signer;

    /// <param name="address">Public origin of the app, without a path: https://app.example.com.</param>
    /// <exception cref="ArgumentException">The address is not an origin.</exception>
    public AppLinks(Uri address, KeyRing keys)
    {
        if (FindProblem(address) is { } problem)
        {
            throw new ArgumentException($"The address {problem}", nameof(address));
        }

        (this.address, this.keys) = (address, keys);
        signer = new LinkSigner(keys, Origin);
    }

    /// <summary>Scheme, host and port, in lower case.</summary>
    public string Origin => address.GetLeftPart(UriPartial.Authority).ToLowerInvariant();

    /// <summary>Returns what is wrong with an address as the origin of links, as the end of a sentence; null when it is valid.</summary>
    public static string? FindProblem(Uri address) =>
        !address.IsAbsoluteUri || (address.Scheme != Uri.UriSchemeHttps && !(address.Scheme == Uri.UriSchemeHttp && address.IsLoopback))
            ? "begins with https:// (http:// for this machine only)."
        : address.PathAndQuery != "/" || address.Fragment.Length > 0 || address.UserInfo.Length > 0
            ? "must be scheme and host alone, such as https://app.example.com."
        : null;

    /// <summary>Creates the approval of a plan and its link. The record contains only a hash of the token.</summary>
    public RequestedApproval CreateApproval(ApprovalRequest request)
    {
        var id = ApprovalRecord.CreateId(request.ResourceId, RandomNumberGenerator.GetBytes(16));
        var expiresAt = request.Tick + ApprovalLifetime;
        var token = signer.Sign(Approval, expiresAt, id, request.ChangeId, request.PlanHash);
        var record = new ApprovalRecord
        {
            Id = id,
            ResourceId = request.ResourceId,
            ChangeId = request.ChangeId,
            CreatedAt = request.Tick,
            ExpiresAt = expiresAt,
            PlanHash = request.PlanHash,
            TokenHash = LinkSigner.ComputeHash(token),
            KeyId = keys.Current,
            Plan = request.Plan,
        };
        return new RequestedApproval(record, new Uri(address, $"/open/approvals/{id}?t={token}"));
    }

    /// <summary>Recreates the link of an approval, for callers that may answer it anyway; null when its key was removed.</summary>
    public Uri? CreateApprovalLink(ApprovalRecord approval) =>
        AddToken(new Uri(address, $"/open/approvals/{approval.Id}?t={approval.ExpiresAt.ToUnixTimeSeconds()}"), approval);

    /// <summary>Creates the link to the page that silences what matches.</summary>
    /// <param name="matchers">Labels and values that must all match; at least one.</param>
    /// <param name="madeAt">Time of the message: the same message has the same link.</param>
    public Uri CreateSilenceLink(IReadOnlyDictionary<string, string> matchers, DateTimeOffset madeAt)
    {
        if (SilenceLabels.FindProblem(matchers) is { } problem)
        {
            throw new ArgumentException(problem, nameof(matchers));
        }

        var fields = SilenceLabels.Sort(matchers);
        var query = string.Concat(fields.Select(field => $"{field.Key}={Uri.EscapeDataString(field.Value)}&"));
        return new Uri(address, $"/open/silences/new?{query}t={signer.Sign(Silence, madeAt + MessageLifetime, Flatten(fields))}");
    }

    /// <summary>The page of the fleet; it is not signed.</summary>
    public Uri FleetLink => new(address, "/open/fleet");

    /// <summary>The page of all pending approvals; it is not signed.</summary>
    public Uri ApprovalsLink => new(address, "/open/approvals");

    /// <summary>Creates the link to the page of a resource.</summary>
    /// <param name="madeAt">Time of the message: the same message has the same link.</param>
    public Uri CreateResourceLink(string resourceId, DateTimeOffset madeAt) =>
        new(
            address,
            $"/open/resources?id={Uri.EscapeDataString(resourceId)}&"
                + $"t={signer.Sign(Resource, madeAt + MessageLifetime, resourceId.ToLowerInvariant())}"
        );

    /// <summary>Returns the token of a link, to redact it from logs; null when the address has none.</summary>
    public static string? FindToken(Uri link) =>
        link.Query.TrimStart('?').Split('&').LastOrDefault(part => part.StartsWith("t=", StringComparison.Ordinal)) is { Length: > 2 } part
            ? part[2..]
            : null;

    /// <summary>
    /// Returns a link that is safe to store, with the expiry in place of the token, so that a reader of the store cannot open it. A link
    /// without a token is returned unchanged.
    /// </summary>
    public static Uri RemoveToken(Uri link) =>
        FindToken(link) is { } token && token.Split('.') is [_, var expiry, _]
            ? new Uri(string.Concat(link.AbsoluteUri.AsSpan(0, link.AbsoluteUri.LastIndexOf(token, StringComparison.Ordinal)), expiry))
            : link;

    /// <summary>Whether a link is a result of <see cref="RemoveToken"/>: it cannot be opened before it is signed.</summary>
    public static bool IsWithoutToken(Uri link) => long.TryParse(FindToken(link), NumberStyles.None, CultureInfo.InvariantCulture, out _);

    /// <summary>Adds the token to a stored link, at the moment of sending. A link that has a token is returned unchanged.</summary>
    /// <param name="approval">Approval of the link; null for the links of other pages.</param>
    /// <returns>The link; null when it can no longer be opened: its key was removed or its approval deleted.</returns>
    public Uri? AddToken(Uri stored, ApprovalRecord? approval)
    {
        if (!long.TryParse(FindToken(stored), NumberStyles.None, CultureInfo.InvariantCulture, out var seconds))
        {
            return stored;
        }

        var expiresAt = DateTimeOffset.FromUnixTimeSeconds(seconds);
        var fields = ReadFields(stored);
        var token = stored.AbsolutePath switch
        {
            "/open/silences/new" => signer.Sign(Silence, expiresAt, Flatten(SilenceLabels.Sort(fields))),
            "/open/resources" when fields.TryGetValue("id", out var id) => signer.Sign(Resource, expiresAt, id.ToLowerInvariant()),
            _ when approval is null => null,
            _ => signer.SignWith(approval.KeyId, Approval, expiresAt, approval.Id, approval.ChangeId, approval.PlanHash),
        };
        return token is null || (approval is not null && LinkSigner.ComputeHash(token) != approval.TokenHash)
            ? null
            : new Uri(address, stored.PathAndQuery[..stored.PathAndQuery.LastIndexOf("t=", StringComparison.Ordinal)] + "t=" + token);
    }

    /// <summary>Returns the id of the approval that a link leads to; null when it leads elsewhere.</summary>
    public static string? FindApprovalId(Uri link)
    {
        const string page = "/open/approvals/";
        return link.AbsolutePath.StartsWith(page, StringComparison.Ordinal) ? link.AbsolutePath[page.Length..] : null;
    }

    /// <summary>Verifies a token for this approval.</summary>
    public LinkState CheckApproval(ApprovalRecord approval, string token, DateTimeOffset now) =>
        CryptographicOperations.FixedTimeEquals(
            Encoding.UTF8.GetBytes(LinkSigner.ComputeHash(token)),
            Encoding.UTF8.GetBytes(approval.TokenHash)
        )
            ? signer.Check(token, Approval, now, approval.Id, approval.ChangeId, approval.PlanHash)
            : LinkState.Invalid;

    /// <summary>Verifies that a token permits silencing exactly these matchers.</summary>
    public LinkState CheckSilence(IReadOnlyDictionary<string, string> matchers, string token, DateTimeOffset now) =>
        HideRemovedKey(signer.Check(token, Silence, now, Flatten(SilenceLabels.Sort(matchers))));

    /// <summary>Verifies that a token permits opening the page of this resource.</summary>
    public LinkState CheckResource(string resourceId, string token, DateTimeOffset now) =>
        HideRemovedKey(signer.Check(token, Resource, now, resourceId.ToLowerInvariant()));

    /// <summary>Creates the token of a page's form: it proves that this person was shown the page, which a link alone does not.</summary>
    /// <param name="token">Token of the page's link.</param>
    /// <param name="who">Signed-in person; null when not signed in.</param>
    public string CreateFormToken(string token, string? who, DateTimeOffset now) => signer.Sign(Form, now + FormLifetime, token, who ?? "");

    /// <summary>
    /// Whether a form token was created by <see cref="CreateFormToken"/> for the same link and person and has not expired.
    /// </summary>
    public bool IsFormTokenValid(string formToken, string token, string? who, DateTimeOffset now) =>
        signer.Check(formToken, Form, now, token, who ?? "") == LinkState.Valid;

    /// <summary>Returns the id of the silence of a link; a link has at most one at a time.</summary>
    public static string CreateSilenceId(string token) => "link-" + LinkSigner.ComputeHash(token)[..32];

    // Without a record, a genuine token of a removed key cannot be distinguished from a forged one.
    private static LinkState HideRemovedKey(LinkState state) => state == LinkState.KeyRemoved ? LinkState.Invalid : state;

    private static Dictionary<string, string> ReadFields(Uri link) =>
        link
            .Query.TrimStart('?')
            .Split('&', StringSplitOptions.RemoveEmptyEntries)
            .Select(part => part.Split('=', 2))
            .Where(part => part is [not "t", _])
            .ToDictionary(part => Uri.UnescapeDataString(part[0]), part => Uri.UnescapeDataString(part[1]), StringComparer.Ordinal);

    private static string[] Flatten(IEnumerable<KeyValuePair<string, string>> fields) =>
        [.. fields.SelectMany(field => new[] { field.Key, field.Value })];
}
