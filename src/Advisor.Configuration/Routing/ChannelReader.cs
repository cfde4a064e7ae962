using System.Text.RegularExpressions;
using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Routing;

/// <summary>Reads <c>channels</c>: each type has its own keys, and secrets only as references.</summary>
internal static partial class ChannelReader
{
    public static readonly IReadOnlyDictionary<string, ChannelType> Types = EnumNames.Create<ChannelType>(
        "teams",
        "slack",
        "pagerduty",
        "webhook",
        "email",
        "console",
        "alertmanager",
        "eventGrid",
        "commonAlert"
    );

    // Whether a channel of type email signs in with a token.
    private static readonly Dictionary<string, bool> SignIns = new(StringComparer.OrdinalIgnoreCase)
    {
        ["password"] = false,
        ["microsoft365"] = true,
    };

    private const string Word = @"[^\s\p{Cc}@<>,;:()\[\]""\\.]+";
    private const string Words = Word + @"(\." + Word + ")*";

    public static IReadOnlyList<ChannelSettings> Read(MapReader root)
    {
        var channels = new List<ChannelSettings>();
        foreach (var map in root.ReadMaps("channels", required: false))
        {
            var name = map.ReadValue("name", required: true, ParseName);
            if (name is not null && channels.Exists(channel => string.Equals(channel.Name, name, StringComparison.OrdinalIgnoreCase)))
            {
                map.Report("name", $"Channel {name} is defined twice.");
            }

            // Without a type, the other keys cannot be validated.
            if (map.ReadChoice("type", Types) is { } type)
            {
                var channel = ReadChannel(name ?? "", type, map);
                map.ReportUnknownKeys();
                channels.AddRange(name is null ? [] : [channel]);
            }
        }

        return channels;
    }

    private static ChannelSettings ReadChannel(string name, ChannelType type, MapReader map)
    {
        var maxMessages = NotificationReader.ReadMaxMessages(map);
        var address = type is ChannelType.Teams or ChannelType.Slack or ChannelType.CommonAlert or ChannelType.Webhook
            ? ReadSecret(map, "address")
            : null;
        var key = type switch
        {
            ChannelType.Webhook => ReadSecret(map, "signingKey", required: false),
            ChannelType.PagerDuty => ReadSecret(map, "routingKey"),
            ChannelType.Alertmanager => ReadSecret(map, "token", required: false),
            ChannelType.EventGrid => ReadSecret(map, "key"),
            _ => null,
        };
        return new ChannelSettings
        {
            Name = name,
            Type = type,
            MaxMessages = maxMessages,
            Address = address,
            Key = key,
            Endpoint = type is ChannelType.PagerDuty or ChannelType.Alertmanager or ChannelType.EventGrid
                ? map.ReadValue("endpoint", required: type != ChannelType.PagerDuty, ParseEndpoint)
                : null,
            AllowPrivate =
                type is not (ChannelType.Email or ChannelType.Console) && map.ReadBoolean("allowPrivate", required: false) == true,
            Email = type == ChannelType.Email ? ReadEmail(map) : null,
        };
    }

    private static EmailSettings ReadEmail(MapReader map)
    {
        var (user, password) = (map.ReadText("user", required: false), ReadSecret(map, "password", required: false));
        var (host, startTls) = (map.ReadText("host") ?? "", map.ReadBoolean("startTls", required: false) ?? true);
        string? scope = null;
        if (map.ReadChoice("signIn", SignIns, required: false) is not true)
        {
            if (user is null != password is null)
            {
                map.Report(user is null ? "password" : "user", "Specify both a user and a password, or neither.");
            }
        }
        else if (!EmailSettings.TokenScopes.TryGetValue(host, out scope) || user is null || password is not null || !startTls)
        {
            map.Report(
                "signIn",
                $"microsoft365 needs one of the hosts {string.Join(", ", EmailSettings.TokenScopes.Keys)}, "
                    + "a user (the mailbox), no password, and TLS."
            );
        }

        if (password is not null && !startTls && !HostName.IsLoopback(host))
        {
            map.Report("startTls", "A password is sent to another machine with TLS only: set startTls to true, or remove the password.");
        }

        var to = ReadReceivers(map, required: true);
        return new EmailSettings
        {
            Host = host,
            Port = map.ReadInteger("port", 1, 65_535, required: false) ?? 587,
            StartTls = startTls,
            User = user,
            Password = password,
            TokenScope = scope,
            From = map.ReadValue("from", required: true, ParseMailAddress) ?? "",
            To = to,
        };
    }

    /// <summary>The mail addresses under <c>to</c>; empty where it is absent.</summary>
    internal static IReadOnlyList<string> ReadReceivers(MapReader map, bool required)
    {
        var to = map.ReadTexts("to", required) ?? [];
        if (map.HasKey("to") && to.Count == 0)
        {
            map.Report("to", "At least one recipient is required.");
        }

        foreach (var (text, i) in to.Select((text, i) => (text, i)).Where(pair => !MailAddressPattern().IsMatch(pair.text)))
        {
            map.ReportItem("to", i, $"'{text}' is not a mail address.");
        }

        return to;
    }

    private static SecretReference? ReadSecret(MapReader map, string key, bool required = true) =>
        map.ReadValue(key, required, ParseSecretReference);

    // An invalid text may be the secret itself, so it is not repeated.
    private static SecretReference? ParseSecretReference(string text, out string? reason)
    {
        var reference = SecretReference.Parse(text);
        reason = reference is null
            ? "Secrets are not allowed here: put it in the environment and write env:NAME, or in a key vault and write "
                + "keyvault:https://VAULT.vault.azure.net/secrets/NAME."
            : null;
        return reference;
    }

    private static Uri? ParseEndpoint(string text, out string? reason)
    {
        var good =
            Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "https" or "http" && address.UserInfo.Length == 0;
        reason = good ? null : $"'{text}' is not an address such as https://events.eu.pagerduty.com/v2/enqueue.";
        return address;
    }

    private static string? ParseName(string text, out string? reason)
    {
        reason = ChannelNamePattern().IsMatch(text) ? null : $"'{text}' is not a name: letters, digits and -._, at most 60.";
        return reason is null ? text : null;
    }

    private static string? ParseMailAddress(string text, out string? reason)
    {
        reason = MailAddressPattern().IsMatch(text) ? null : $"'{text}' is not a mail address.";
        return text;
    }

    [GeneratedRegex(@"^[\p{L}\p{N}\-._]{1,60}$", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ChannelNamePattern();

    // RFC 5322, 3.4.1, without quotes and comments: words between single dots, or the literal address of a host.
    [GeneratedRegex(
        @"^(?=[^@]{1,64}@.{1,255}$)" + Words + "@(" + Words + @"\.?|\[[0-9A-Za-z:.]+\])$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex MailAddressPattern();
}
