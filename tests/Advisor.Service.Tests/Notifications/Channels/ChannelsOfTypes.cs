using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Channels;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Channels of each type, from the settings that it has.</summary>
internal static class ChannelsOfTypes
{
    extension(ChannelFactory channels)
    {
        public NotificationChannel CreateTeams(string name, SecretReference address, bool allowPrivate = false) =>
            channels.Create(ChannelType.Teams, name, address, null, null, allowPrivate);

        public NotificationChannel CreateSlack(string name, SecretReference address, bool allowPrivate = false) =>
            channels.Create(ChannelType.Slack, name, address, null, null, allowPrivate);

        public NotificationChannel CreatePagerDuty(
            string name,
            SecretReference routingKey,
            Uri? address = null,
            bool allowPrivate = false
        ) => channels.Create(ChannelType.PagerDuty, name, null, address, routingKey, allowPrivate);

        public NotificationChannel CreateWebhook(
            string name,
            SecretReference address,
            SecretReference? signingKey,
            bool allowPrivate = false
        ) => channels.Create(ChannelType.Webhook, name, address, null, signingKey, allowPrivate);

        public NotificationChannel CreateAlertmanager(string name, Uri server, SecretReference? token = null, bool allowPrivate = false) =>
            channels.Create(ChannelType.Alertmanager, name, null, server, token, allowPrivate);

        public NotificationChannel CreateEventGrid(string name, Uri topic, SecretReference key, bool allowPrivate = false) =>
            channels.Create(ChannelType.EventGrid, name, null, topic, key, allowPrivate);

        public NotificationChannel CreateCommonAlert(string name, SecretReference address, bool allowPrivate = false) =>
            channels.Create(ChannelType.CommonAlert, name, address, null, null, allowPrivate);

        public NotificationChannel CreateEmail(string name, EmailSettings settings) =>
            channels.Create(
                new()
                {
                    Name = name,
                    Type = ChannelType.Email,
                    Email = settings,
                },
                TextWriter.Null
            );

        public NotificationChannel CreateConsole(string name, TextWriter output, bool isLog = false) =>
            channels.Create(new() { Name = name, Type = ChannelType.Console }, output, isLog);

        private NotificationChannel Create(
            ChannelType type,
            string name,
            SecretReference? address,
            Uri? endpoint,
            SecretReference? key,
            bool allowPrivate
        ) =>
            channels.Create(
                new()
                {
                    Name = name,
                    Type = type,
                    Address = address,
                    Endpoint = endpoint,
                    Key = key,
                    AllowPrivate = allowPrivate,
                },
                TextWriter.Null
            );
    }
}
