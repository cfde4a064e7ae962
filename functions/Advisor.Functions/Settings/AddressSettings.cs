using Advisor.Service.SignedLinks;
using static Advisor.Functions.Settings.SettingValues;

namespace Advisor.Functions.Settings;

/// <summary>Reads the settings with addresses: the table service, the webhook, and the app's own with the keys of its links.</summary>
internal sealed class AddressSettings(SettingValues values)
{
    private static readonly string[] OtherServices = [".blob.", ".queue.", ".file.", ".dfs.", ".web."];

    // A path or query would be part of every request and error message: a signature there is a secret.
    public Uri? ReadTable()
    {
        const string Key = "State:TableServiceUri";
        if (values.ReadText(Key) is null)
        {
            values.AddProblem(
                $"{FormatName(Key)} is not set: the address of the table service, such as https://ACCOUNT.table.core.windows.net."
            );
            return null;
        }

        var table = values.ReadUrl(Key);
        var problem =
            table is null ? null
            : table.Query.Length > 0 || table.Fragment.Length > 0 || table.UserInfo.Length > 0
                ? "must be the address alone, without a key or signature: Advisor signs in with its identity."
            : table.IsLoopback
                ? table.AbsolutePath == "/" ? "must end with the account, such as http://127.0.0.1:10002/devstoreaccount1."
                    : null
            : table.AbsolutePath != "/" ? "must be scheme and host alone, such as https://ACCOUNT.table.core.windows.net."
            : OtherServices.FirstOrDefault(service => table.Host.Contains(service, StringComparison.OrdinalIgnoreCase)) is { } other
                ? $"has '{other}': use the account's table service, with '.table.'."
            : null;
        if (problem is not null)
        {
            values.AddProblem($"{FormatName(Key)} {problem}");
        }

        return table;
    }

    public Uri? ReadWebhook()
    {
        var webhook = values.ReadUrl("WebhookUrl");
        if (webhook is { UserInfo.Length: > 0 })
        {
            values.AddProblem($"{FormatName("WebhookUrl")} must not contain a user name or password: put a key in the path or the query.");
        }

        return webhook;
    }

    /// <summary>Keys without an address are useless; an address without keys belongs to an app whose messages have no links.</summary>
    public AppLinks? ReadLinks()
    {
        var before = values.Problems.Count;
        var address = values.ReadUrl("Address");
        if (address is not null && AppLinks.FindProblem(address) is { } wrong)
        {
            values.AddProblem($"{FormatName("Address")} {wrong}");
        }

        if (values.ReadText("ApprovalKeys") is not { } text || values.IsUnresolved("ApprovalKeys", text))
        {
            return null;
        }

        var (ring, badKeys) = KeyRing.Read(text);
        foreach (var problem in badKeys)
        {
            values.AddProblem($"{FormatName("ApprovalKeys")}: {problem}");
        }

        if (values.ReadText("Address") is null)
        {
            values.AddProblem(
                $"{FormatName("ApprovalKeys")} needs {FormatName("Address")}: where people reach this app, "
                    + "such as https://APP.azurewebsites.net."
            );
        }

        return values.Problems.Count == before ? new AppLinks(address!, ring!) : null;
    }
}
