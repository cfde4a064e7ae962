using System.Text;

namespace Advisor.Tests;

internal sealed partial class MailServer
{
    private async Task SignInAsync(Stream stream, string line)
    {
        var (kind, first) = line.Split(' ') is [_, var name, var given] ? (name, given) : (line.Split(' ')[1], null);
        SignedIn = kind switch
        {
            // The user's name, then the password on request.
            "LOGIN" => Decode(first ?? await RequestAsync(stream, "VXNlcm5hbWU6"))
                + ":"
                + Decode(await RequestAsync(stream, "UGFzc3dvcmQ6")),
            "PLAIN" => Decode(first!)[1..].Replace('\0', ':'),
            _ => Decode(first!).Split('\u0001') is [var user, var token, "", ""]
                ? $"{user["user=".Length..]}:{token["auth=".Length..]}"
                : null,
        };
        if (fault == MailFault.RefusesSignIn && kind == "XOAUTH2")
        {
            await RequestAsync(stream, Convert.ToBase64String("""{"status":"400"}"""u8));
        }

        await Say(stream, fault == MailFault.RefusesSignIn ? "535 not with T0P-S3CRET-key" : "235 welcome");
    }

    private static string Decode(string base64) => Encoding.UTF8.GetString(Convert.FromBase64String(base64));

    private async Task<string> RequestAsync(Stream stream, string question)
    {
        await Say(stream, "334 " + question);
        return await ReadLineAsync(stream) ?? "";
    }
}
