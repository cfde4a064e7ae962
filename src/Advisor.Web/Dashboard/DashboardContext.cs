using Advisor.Core.Text;
using Advisor.Web.Shared;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Dashboard;

/// <summary>Context shared by the fleet pages: their addresses, their frame, and the permission to act.</summary>
internal sealed class DashboardContext(ApiDependencies dependencies)
{
    private const int MaxTextLength = 500;
    private const int MaxNameLength = 100;

    public ApiDependencies Dependencies { get; } = dependencies;

    /// <summary>Path of the fleet table.</summary>
    public string Root => Dependencies.DashboardPath.Length == 0 ? "/" : Dependencies.DashboardPath;

    public string ResourcePath => Dependencies.DashboardPath + "/resources";

    public string ActivityPath => Dependencies.DashboardPath + "/activity";

    public string ServicePath => Dependencies.DashboardPath + "/service";

    public string ApprovalsPath => Dependencies.DashboardPath + "/approvals";

    public string ExportPath => Dependencies.DashboardPath + "/fleet.csv";

    public string RulesPath => Dependencies.DashboardPath + "/rules";

    public static PageAnswer NoResource { get; } =
        InfoPages.Create(StatusCodes.Status404NotFound, "Unknown resource", "Advisor has no record of this resource.");

    public string CreateResourceAddress(string id) => $"{ResourcePath}?id={Uri.EscapeDataString(id)}";

    public PageFrame CreateFrame(string title, string address, string? module)
    {
        (string Text, string Address)[] pages =
        [
            ("Fleet", Root),
            ("Approvals", ApprovalsPath),
            ("Changes and alerts", ActivityPath),
            ("Service", ServicePath),
            ("Rules", RulesPath),
        ];
        return new(title, PageAssetRoutes.Base)
        {
            IsWide = true,
            Module = module,
            Navigation = [.. pages.Select(page => new NavigationLink(page.Text, page.Address, page.Address == address))],
        };
    }

    public string? FindName(HttpRequest request) => Principal.FindName(request, Dependencies.SignIn);

    /// <param name="who">Signed-in person; null without sign-in.</param>
    public bool MayAct(string? who) =>
        Dependencies.Links is not null
        && (who is not null || (Dependencies.Dashboard == DashboardAccess.Full && Dependencies.SignIn != SignInMode.Require));

    /// <summary>Creates a form of one of these pages, with its proof token; null when the reader may not act.</summary>
    public FormView? CreateForm(string action, string? who, params IEnumerable<KeyValuePair<string, string>> hidden) =>
        MayAct(who) ? new FormView(action, [.. hidden, .. PageForm.CreateProof(Dependencies, "", who)]) : null;

    /// <summary>Reads the form of one of these pages and its sender; returns an error page when either is missing.</summary>
    /// <param name="address">Address to return to after sign-in.</param>
    /// <param name="maxChoices">Ids that may be selected of a list in the form.</param>
    public async Task<(IFormCollection? Form, string By, IResult? Refusal)> ReadFormAsync(
        HttpRequest request,
        string address,
        CancellationToken cancellation,
        int maxChoices = 0
    )
    {
        var (form, refused) = await PageForm.ReadAsync(request, Dependencies, cancellation, maxChoices);
        if (form is null)
        {
            return (null, "", refused);
        }

        var who = FindName(request);
        var by = who ?? UntrustedText.Sanitize(form["author"].ToString()).Trim();
        return !MayAct(who) ? (null, "", InfoPages.CreateSignIn(address))
            : by.Length == 0 || (who is null && by.Length > MaxNameLength)
                ? (null, "", CreateBadInput("Your name is missing", $"Enter your name, at most {MaxNameLength} characters."))
            : (form, by, null);
    }

    /// <summary>Returns the reason entered; an error page when it is missing or too long.</summary>
    public static (string Reason, IResult? Refusal) ReadReason(IFormCollection form)
    {
        var reason = UntrustedText.Sanitize(form["reason"].ToString()).Trim();
        return (
            reason,
            reason.Length is 0 or > MaxTextLength
                ? CreateBadInput("A reason is missing", $"Enter a reason of at most {MaxTextLength} characters.")
                : null
        );
    }

    private static PageAnswer CreateBadInput(string title, string text) =>
        InfoPages.Create(StatusCodes.Status400BadRequest, title, text + " Nothing was changed.");
}
